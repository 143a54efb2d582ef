/** Stands in for every asset's URL, because Vite doesn't build tests. */
export default '/assets/file';
