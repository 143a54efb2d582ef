import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, type ReactNode } from 'react';

import { COPY } from '../lib/copy';
import { toastStore } from '../lib/toast-store';
import { setViewportWidth } from '../testing/fake-browser';
import { CopyButton } from './buttons/copy-button';
import { DataTable, type Column } from './data/data-table';
import { Meter } from './data/meter';
import { SentimentPill } from './data/sentiment-pill';
import { Field } from './forms/field';
import { Input } from './forms/input';
import { Accordion, AccordionItem } from './layout/accordion';
import { Dialog } from './overlays/dialog';

describe('a copy button', () => {
  function Token(): ReactNode {
    const shown = useRef<HTMLElement>(null);
    return (
      <>
        <code ref={shown}>rw_secret</code>
        <CopyButton text="rw_secret" thing="Token" shownIn={shown} />
      </>
    );
  }

  it('says so when it has copied', async () => {
    const person = userEvent.setup(); // brings a clipboard
    render(<Token />);
    await person.click(screen.getByRole('button', { name: 'Copy Token' }));
    expect(await navigator.clipboard.readText()).toBe('rw_secret');
    expect(toastStore.get()).toMatchObject(COPY.copied('Token'));
    expect(COPY.copied('Token').description).toBe('Token copied to clipboard');
  });

  it('selects the text and says how to copy it when the browser refuses', async () => {
    const person = userEvent.setup();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
    render(<Token />);
    await person.click(screen.getByRole('button', { name: 'Copy Token' }));
    expect(window.getSelection()?.toString()).toBe('rw_secret');
    expect(toastStore.get()).toMatchObject({ title: "Couldn't copy", tone: 'danger' });
    expect(screen.getByRole('button')).toHaveTextContent(/^Copy$/);
  });
});

describe('a field', () => {
  it('ties label, hint and error to its control', () => {
    render(
      <Field label="Email" hint="For alerts" error={COPY.invalid.email}>
        {(wiring) => <Input {...wiring} />}
      </Field>,
    );
    const control = screen.getByLabelText('Email');
    expect(control).toBeInvalid();
    expect(control).toBeRequired();
    expect(control).toHaveAccessibleDescription(`For alerts ${COPY.invalid.email}`);
  });

  it('is valid and may be empty otherwise', () => {
    render(
      <Field label="Phone" optional>
        {(wiring) => <Input {...wiring} />}
      </Field>,
    );
    const control = screen.getByLabelText(/Phone/);
    expect(control).toBeValid();
    expect(control).not.toBeRequired();
  });
});

describe('a table', () => {
  interface Row {
    id: number;
    name: string;
    minutes: number;
  }
  const columns: readonly Column<Row>[] = [
    { id: 'name', header: 'Account', cell: ({ name }) => name, card: 'title' },
    { id: 'minutes', header: 'Total Minutes', cell: ({ minutes }) => minutes, align: 'end' },
  ];
  const draw = (rows: Row[] | undefined): void => {
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

  it('has headers and rows', () => {
    draw([{ id: 1, name: 'Becker', minutes: 12 }]);
    const table = screen.getByRole('table', { name: 'Accounts' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Account', 'Total Minutes']);
    expect(within(table).getByRole('row', { name: 'Becker 12' })).toBeVisible();
  });

  it('is a list of cards with the same content under 768 px', () => {
    setViewportWidth(767);
    draw([{ id: 1, name: 'Becker', minutes: 12 }]);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Accounts' })).getByRole('listitem')).toHaveTextContent(
      'BeckerTotal Minutes12',
    );
  });

  it('says that it is loading, and what is there when nothing is', () => {
    draw(undefined);
    expect(screen.getByRole('table', { name: 'Loading accounts...' })).toHaveAttribute('aria-busy', 'true');
    draw([]);
    expect(screen.getByText('Nothing yet')).toBeVisible();
  });
});

it('a dialog that is busy ignores Escape', async () => {
  const onOpenChange = jest.fn();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Choose Your Plan" dismissable={false}>
      Words
    </Dialog>,
  );
  await userEvent.keyboard('{Escape}');
  expect(onOpenChange).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

it('an accordion opens one item at a time and closes it again', async () => {
  render(
    <Accordion>
      <AccordionItem id="a" heading="First">
        <p>One</p>
      </AccordionItem>
      <AccordionItem id="b" heading="Second">
        <p>Two</p>
      </AccordionItem>
    </Accordion>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'First' }));
  expect(screen.getByText('One')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Second' }));
  expect(screen.queryByText('One')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Second' }));
  expect(screen.queryByText('Two')).not.toBeInTheDocument();
});

it.each([
  ['positive', 'Positive'],
  ['neutral', 'Neutral'],
  ['negative', 'Negative'],
  [null, 'Not labeled'],
] as const)('a pill for %s has a face and the word %s', (sentiment, word) => {
  const { container } = render(<SentimentPill sentiment={sentiment} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(container.querySelector('svg[aria-hidden=true]')).not.toBeNull();
});

it('a meter never reports more than its limit, and says the truth in words', () => {
  render(<Meter label="Minutes" value={1_200} max={1_000} text="1,200 of 1,000 minutes" />);
  const meter = screen.getByRole('meter', { name: 'Minutes' });
  expect(meter).toHaveAttribute('aria-valuenow', '1000');
  expect(meter).toHaveAttribute('aria-valuetext', '1,200 of 1,000 minutes');
});
