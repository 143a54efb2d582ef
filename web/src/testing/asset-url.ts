/** Stands for the URL of any file, because tests are not built by Vite. */
export default '/assets/file';
