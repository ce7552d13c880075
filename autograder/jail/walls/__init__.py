"""What isolates a jail: namespaces, a file system of its own, system call filters, limits."""
