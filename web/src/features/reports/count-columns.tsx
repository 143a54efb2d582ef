import { CALL_LABEL_NAMES, type CallLabel } from '@ringwell/domain/calls/call-label';
import type { Period } from '@ringwell/domain/weekly-letters/report-period';

import type { HappinessFigures } from '../../api/types';
import type { Column } from '../../ui/data/data-table';
import { CallsLink, type CallsFilter } from './calls-link';
import { Score } from './score';

interface CountColumnsOptions<Row> {
  getPeriod: (row: Row) => Period;
  /** Filters for the row's calls, in addition to its period and the label. */
  getFilter: (row: Row) => CallsFilter;
  getName: (row: Row) => string;
}

const COUNT_DEFINITIONS = [
  ['positive', 'positive'],
  ['neutral', 'neutral'],
  ['negative', 'negative'],
  ['needs_review', 'needsReview'],
] as const satisfies readonly (readonly [CallLabel, keyof HappinessFigures])[];

/** Columns for the score and for the number of calls with each label, which links to the calls. */
export function countColumns<Row extends HappinessFigures>({
  getPeriod,
  getFilter,
  getName,
}: CountColumnsOptions<Row>): readonly Column<Row>[] {
  return [
    { id: 'score', header: 'Score', align: 'end', cell: (row) => <Score figures={row} /> },
    ...COUNT_DEFINITIONS.map(([label, key]): Column<Row> => ({
      id: label,
      header: CALL_LABEL_NAMES[label],
      align: 'end',
      cell: (row) => (
        <CallsLink
          count={row[key]}
          period={getPeriod(row)}
          filter={{ label, ...getFilter(row) }}
          name={`${CALL_LABEL_NAMES[label]}, ${getName(row)}`}
        />
      ),
    })),
  ];
}
