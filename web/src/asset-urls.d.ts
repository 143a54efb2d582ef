/** The address of a file, which the build copies to its assets. */
declare module '*?url' {
  const url: string;
  export default url;
}

declare module '*.css';
