import { Component, type ReactNode } from 'react';

import { browserLocation } from '../lib/browser/browser-location';
import { Button } from '../ui/buttons/button';
import { CenteredPage } from '../ui/layout/centered-page';

interface ErrorBoundaryState {
  hasFailed: boolean;
}

// React itself logs the error.
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <CenteredPage>
        <div role="alert" className="max-w-[26rem] text-center">
          <h1 className="text-h2 tracking-tight">We couldn't show this page</h1>
          <p className="mt-3 text-lede text-fg-muted">
            Reload the page. If that doesn't help, let us know what you were doing.
          </p>
          <Button className="mt-7" onClick={browserLocation.reload}>
            Reload
          </Button>
        </div>
      </CenteredPage>
    );
  }
}
