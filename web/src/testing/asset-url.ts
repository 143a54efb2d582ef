/** Stands for the address of any file, because tests are not built by Vite. */
export default '/assets/file';
