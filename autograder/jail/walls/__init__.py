"""What keeps a jail apart: namespaces, a file system of its own, system call filters, limits."""
