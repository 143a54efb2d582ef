/** Replaces the URL of any file, because Vite does not build tests. */
export default '/assets/file';
