/** URL of a file that the build copies to its assets. */
declare module '*?url' {
  const url: string;
  export default url;
}

declare module '*.css';
