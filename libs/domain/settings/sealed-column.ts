export function sealedColumn<Name extends string>(name: Name): `sealed${Capitalize<Name>}` {
  return `sealed${name.charAt(0).toUpperCase()}${name.slice(1)}` as `sealed${Capitalize<Name>}`;
}
