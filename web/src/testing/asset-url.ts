/** Stands in for the URL of every asset, because Vite does not build tests. */
export default '/assets/file';
