import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

import { browserLocation } from '../lib/browser/browser-location';
import { Button } from './buttons/button';
import { cx } from './cx';

/** Thrown when a component's code fails to load. `reset` makes the next render load it again. */
export class PartLoadError extends Error {
  override readonly name = 'PartLoadError';

  constructor(
    cause: unknown,
    readonly reset: () => void,
  ) {
    super('A part of the page failed to load', { cause });
  }
}

/** Like `React.lazy`, but the code can be loaded again after a failure. Render the component inside a LazyPart. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const createAttempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new PartLoadError(cause, () => {
          current = createAttempt();
        });
      }
    });
  let current = createAttempt();
  return function Part(props) {
    const Current = current;
    return <Current {...props} />;
  };
}

/** Like `lazyPart`, but wrapped in its own LazyPart. An overlay's `onClose` also closes the notice. */
export function lazyArea<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const Part = lazyPart(load);
  return function Area(props: Props & { onClose?: () => void }) {
    return (
      <LazyPart fallback={fallback} onClose={props.onClose}>
        <Part {...props} />
      </LazyPart>
    );
  };
}

interface LazyPartProps {
  fallback?: ReactNode;
  /** For overlays such as dialogs: the error notice floats and can be closed. */
  onClose?: () => void;
  children: ReactNode;
}

interface LazyPartState {
  error: Error | null;
}

/** Shows a notice with a retry button for a component whose code failed to load. Rethrows all other errors. */
export class LazyPart extends Component<LazyPartProps, LazyPartState> {
  override state: LazyPartState = { error: null };
  private hasRetried = false;

  static getDerivedStateFromError(error: Error): LazyPartState {
    return { error };
  }

  // Chromium may cache a failed module fetch, which only a page reload clears. Offline, a reload would lose the page.
  override componentDidCatch(error: Error): void {
    if (error instanceof PartLoadError && this.hasRetried && navigator.onLine) browserLocation.reload();
  }

  override componentWillUnmount(): void {
    this.reset();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { fallback, onClose, children } = this.props;
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!(error instanceof PartLoadError)) throw error;
    return <NotLoaded onRetry={this.retry} onClose={onClose} />;
  }

  private readonly retry = (): void => {
    this.hasRetried = true;
    this.reset();
    this.setState({ error: null });
  };

  private reset(): void {
    if (this.state.error instanceof PartLoadError) this.state.error.reset();
  }
}

function NotLoaded({ onRetry, onClose }: { onRetry: () => void; onClose?: () => void }): ReactNode {
  return (
    <div
      role="alert"
      className={cx(
        'flex flex-wrap items-center justify-between gap-3 rounded-menu border px-4 py-3',
        onClose ? 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-[28rem] bg-surface shadow-raised' : 'bg-sunken',
      )}
    >
      <p className="font-medium">Couldn't load this section.</p>
      <div className="flex gap-2">
        {onClose && (
          <Button variant="ghost" size="sm" onClick={onClose}>
            Close
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
