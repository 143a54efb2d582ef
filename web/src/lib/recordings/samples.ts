import badLine from '../../../../samples/bad-line.wav?url';
import negative from '../../../../samples/negative.m4a?url';
import neutral from '../../../../samples/neutral.mp3?url';
import positive from '../../../../samples/positive.wav?url';

/** A made-up call that comes with the product. */
export interface Sample {
  label: string;
  url: string;
  fileName: string;
  type: string;
}

export const SAMPLES: readonly Sample[] = [
  { label: 'Happy customer', url: positive, fileName: 'sample-happy-customer.wav', type: 'audio/wav' },
  { label: 'Price question', url: neutral, fileName: 'sample-price-question.mp3', type: 'audio/mpeg' },
  { label: 'Unhappy customer', url: negative, fileName: 'sample-unhappy-customer.m4a', type: 'audio/mp4' },
  { label: 'Bad connection', url: badLine, fileName: 'sample-bad-line.wav', type: 'audio/wav' },
];

/** @throws Error if the recording can't be downloaded */
export async function downloadSample({ url, fileName, type }: Sample): Promise<File> {
  const response = await fetch(new URL(url, location.origin));
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return new File([await response.arrayBuffer()], fileName, { type });
}
