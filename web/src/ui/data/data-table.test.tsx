import { render, screen, within } from '@testing-library/react';

import { setViewportWidth } from '../../testing/fake-browser';
import { getTexts } from '../../testing/get-texts';
import { DataTable, type Column } from './data-table';

describe('DataTable', () => {
  interface Row {
    id: number;
    name: string;
    minutes: number;
  }
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: 'Account', cell: ({ name }) => name, card: 'title' },
    { id: 'minutes', header: 'Total Minutes', cell: ({ minutes }) => minutes, align: 'end' },
  ];
  const renderTable = (rows: Row[] | undefined): void => {
    render(
      <DataTable
        caption="Accounts"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        empty={<p>Nothing yet</p>}
        loadingText="Loading accounts..."
      />,
    );
  };

  it('renders headers and rows', () => {
    renderTable([{ id: 1, name: 'Becker', minutes: 12 }]);
    const table = screen.getByRole('table', { name: 'Accounts' });
    expect(getTexts(table, 'columnheader')).toEqual(['Account', 'Total Minutes']);
    expect(within(table).getByRole('row', { name: 'Becker 12' })).toBeVisible();
  });

  it('renders a list of cards with the same content below 768 px', () => {
    setViewportWidth(767);
    renderTable([{ id: 1, name: 'Becker', minutes: 12 }]);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Accounts' })).getByRole('listitem')).toHaveTextContent(
      'BeckerTotal Minutes12',
    );
  });

  it('announces that it is loading, and shows the empty state without rows', () => {
    renderTable(undefined);
    expect(screen.getByRole('table', { name: 'Loading accounts...' })).toHaveAttribute('aria-busy', 'true');
    renderTable([]);
    expect(screen.getByText('Nothing yet')).toBeVisible();
  });
});
