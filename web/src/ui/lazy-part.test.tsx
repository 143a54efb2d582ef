import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Component, type ComponentType, type ReactNode } from 'react';

import { browserLocation } from '../lib/browser/browser-location';
import { LazyPart, lazyPart } from './lazy-part';

function Greeting({ name }: { name: string }): ReactNode {
  return <p>Good morning, {name}</p>;
}

class OuterBoundary extends Component<{ children: ReactNode }, { caught: string | null }> {
  override state = { caught: null };
  static getDerivedStateFromError(error: Error): { caught: string } {
    return { caught: error.message };
  }
  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <p>Caught: {this.state.caught}</p>;
  }
}

type Load = () => Promise<ComponentType<{ name: string }>>;

function createLazyGreeting(...results: Load[]): {
  Part: ComponentType<{ name: string }>;
  load: jest.Mock<ReturnType<Load>, []>;
} {
  const load = jest.fn<ReturnType<Load>, []>(
    () => results.shift()?.() ?? Promise.reject(new Error('Loaded too many times.')),
  );
  return { Part: lazyPart(load), load };
}

const failToLoad = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const loadGreeting = async (): Promise<ComponentType<{ name: string }>> => Greeting;

let reload: jest.SpyInstance;
beforeEach(() => {
  jest.spyOn(console, 'error').mockReturnValue(undefined); // React logs errors caught by a boundary
  reload = jest.spyOn(browserLocation, 'reload').mockReturnValue(undefined);
});
afterEach(() => jest.restoreAllMocks());

it('shows the fallback until the code has loaded', async () => {
  const { Part } = createLazyGreeting(loadGreeting);
  render(
    <LazyPart fallback={<p>Loading…</p>}>
      <Part name="Sam" />
    </LazyPart>,
  );
  expect(screen.getByText('Loading…')).toBeVisible();
  expect(await screen.findByText('Good morning, Sam')).toBeVisible();
  expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
});

it('reloads the page when a retry fails while online', async () => {
  const { Part } = createLazyGreeting(failToLoad, failToLoad);
  render(
    <LazyPart>
      <Part name="Sam" />
    </LazyPart>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it('shows a notice offline, keeps the rest of the page, and loads the code on retry', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { Part, load } = createLazyGreeting(failToLoad, failToLoad, loadGreeting);
  render(
    <OuterBoundary>
      <h1>The page</h1>
      <LazyPart>
        <Part name="Sam" />
      </LazyPart>
    </OuterBoundary>,
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

it('loads the code again when an overlay is closed and reopened', async () => {
  const { Part } = createLazyGreeting(failToLoad, loadGreeting);
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

it('rethrows rendering errors to the outer boundary', async () => {
  const { Part } = createLazyGreeting(
    async () =>
      function Broken(): ReactNode {
        throw new Error('Broken while rendering');
      },
  );
  render(
    <OuterBoundary>
      <LazyPart>
        <Part name="Sam" />
      </LazyPart>
    </OuterBoundary>,
  );
  expect(await screen.findByText('Caught: Broken while rendering')).toBeVisible();
  expect(screen.queryByText("Couldn't load this section.")).not.toBeInTheDocument();
});
