import type { BenchContext } from './bench-context';
import { accept } from './sections/accept';
import { fairness } from './sections/fairness';
import { growth } from './sections/growth';
import { memory } from './sections/memory';
import { pipeline } from './sections/pipeline';
import { recogniser } from './sections/recogniser';
import { reports } from './sections/reports';
import { scaleOut } from './sections/scale-out';

export interface Section {
  /** As `--only` takes it. */
  name: string;
  title: string;
  run: (context: BenchContext) => Promise<void>;
}

/** In the order in which they run. */
export const SECTIONS: readonly Section[] = [
  { name: 'accept', title: 'calls taken in by the API', run: accept },
  { name: 'pipeline', title: 'calls processed with engines that take no time', run: pipeline },
  { name: 'recogniser', title: 'whole calls with the built-in recogniser', run: recogniser },
  { name: 'growth', title: 'calls that wait', run: growth },
  { name: 'reports', title: 'usage, lists and search', run: reports },
  { name: 'fairness', title: 'many calls of one account beside few of others', run: fairness },
  { name: 'memory', title: 'memory of the processes', run: memory },
  { name: 'scale-out', title: 'more workers', run: scaleOut },
];
