import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { Accordion, AccordionItem } from './accordion';

it('opens one item at a time and closes it again', async () => {
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
