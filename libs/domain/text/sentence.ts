/** Matches each sentence, with its final punctuation. A line feed ends one, too. For `matchAll`. */
export const SENTENCE = /\S.*?(?:[.!?](?=\s|$)|\n|$)/gsu;
