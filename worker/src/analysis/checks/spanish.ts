import { foldName } from '@ringwell/domain/text/fold-name';

const ENGLISH_BY_SPANISH = new Map(
  (
    'un=one uno=one una=one dos=two tres=three cuatro=four cinco=five seis=six siete=seven ocho=eight nueve=nine diez=ten once=eleven ' +
    'doce=twelve trece=thirteen catorce=fourteen quince=fifteen dieciseis=sixteen diecisiete=seventeen dieciocho=eighteen ' +
    'diecinueve=nineteen veinte=twenty treinta=thirty cuarenta=forty cincuenta=fifty sesenta=sixty setenta=seventy ochenta=eighty ' +
    'noventa=ninety cien=hundred ciento=hundred cientos=hundred quinientos=five-hundred setecientos=seven-hundred ' +
    'novecientos=nine-hundred mil=thousand media=thirty cuarto=fifteen lunes=monday martes=tuesday miercoles=wednesday ' +
    'jueves=thursday viernes=friday sabado=saturday domingo=sunday enero=january febrero=february marzo=march abril=april mayo=may ' +
    'junio=june julio=july agosto=august septiembre=september octubre=october noviembre=november diciembre=december ' +
    'manana=tomorrow ayer=yesterday'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** Translates Spanish numbers, times and dates to English, as writers do. Other words stay, in lowercase. */
export function translateFacts(text: string): string {
  return foldName(text)
    .replace(/\bveinti(?=[a-z])/g, 'veinte ')
    .replace(/(?<=\b(?:dos|tres|cuatro|seis|ocho))(?=cientos\b)/g, ' ')
    .replace(/(?<=[a-z]) y (?=[a-z]+)/g, ' ')
    .replace(/[a-z]+/g, (word) => ENGLISH_BY_SPANISH.get(word) ?? word);
}
