import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ComponentType, type ReactNode } from 'react';

import { browserLocation } from '../lib/browser-location';
import { LazyPart, lazyPart } from './lazy-part';

function Greeting({ name }: { name: string }): ReactNode {
  return <p>Good morning, {name}</p>;
}

/** Stands for the page-wide error screen. */
class Outside extends Component<{ children: ReactNode }, { caught: string | null }> {
  override state = { caught: null };
  static getDerivedStateFromError(error: Error): { caught: string } {
    return { caught: error.message };
  }
  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <p>Outside: {this.state.caught}</p>;
  }
}

type Load = () => Promise<ComponentType<{ name: string }>>;

/** A part whose code comes, or not, in one way after the other. */
function partThat(...loads: Load[]): { Part: ComponentType<{ name: string }>; load: jest.Mock<ReturnType<Load>, []> } {
  const load = jest.fn<ReturnType<Load>, []>(() => loads.shift()?.() ?? Promise.reject(new Error('Asked too often.')));
  return { Part: lazyPart(load), load };
}

const fails = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const arrives = async (): Promise<ComponentType<{ name: string }>> => Greeting;

let reload: jest.SpyInstance;
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue(undefined); // React reports what a boundary has caught
  reload = jest.spyOn(browserLocation, 'reload').mockReturnValue(undefined);
});
afterEach(() => jest.restoreAllMocks());

it('shows what it was told to until the code is there, then the part', async () => {
  const { Part } = partThat(arrives);
  render(
    <LazyPart fallback={<p>On its way</p>}>
      <Part name="Sam" />
    </LazyPart>,
  );
  expect(screen.getByText('On its way')).toBeVisible();
  expect(await screen.findByText('Good morning, Sam')).toBeVisible();
  expect(screen.queryByText('On its way')).not.toBeInTheDocument();
});

it('loads the page anew when another try fails although there is a network', async () => {
  const { Part } = partThat(fails, fails);
  render(
    <LazyPart>
      <Part name="Sam" />
    </LazyPart>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('leaves the rest of the page alone when the code cannot be fetched without a network, and fetches it again when asked', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { Part, load } = partThat(fails, fails, arrives);
  render(
    <Outside>
      <h1>The page</h1>
      <LazyPart>
        <Part name="Sam" />
      </LazyPart>
    </Outside>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't load this section.");
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Good morning, Sam')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

it('asks anew when what it belonged to was closed and is opened again', async () => {
  const { Part } = partThat(fails, arrives);
  const onClose = jest.fn();
  const { rerender } = render(
    <LazyPart onClose={onClose}>
      <Part name="Sam" />
    </LazyPart>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  rerender(<p>Nothing open</p>);
  rerender(
    <LazyPart onClose={onClose}>
      <Part name="Kim" />
    </LazyPart>,
  );
  expect(await screen.findByText('Good morning, Kim')).toBeVisible();
});

it('leaves a part that breaks while it is drawn to the boundary outside', async () => {
  const { Part } = partThat(
    async () =>
      function Broken(): ReactNode {
        throw new Error('Broken while drawn');
      },
  );
  render(
    <Outside>
      <LazyPart>
        <Part name="Sam" />
      </LazyPart>
    </Outside>,
  );
  expect(await screen.findByText('Outside: Broken while drawn')).toBeVisible();
  expect(screen.queryByText("Couldn't load this section.")).not.toBeInTheDocument();
});
