import { render } from '@testing-library/react';

import { ShareBar } from './share-bar';

it('ShareBar omits zero parts, which would leave gaps at its ends', () => {
  const { container } = render(
    <ShareBar
      parts={[
        { count: 0, color: 'bg-positive-solid' },
        { count: 3, color: 'bg-neutral-solid' },
        { count: 1, color: 'bg-negative-solid' },
      ]}
    />,
  );
  const parts = [...container.querySelectorAll('span')];
  expect(parts.map(({ className, style }) => [className, style.flexGrow])).toEqual([
    ['bg-neutral-solid', '3'],
    ['bg-negative-solid', '1'],
  ]);
});
