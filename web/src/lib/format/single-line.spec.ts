import { toSingleLine } from './single-line';

it('joins the lines and bullet points of a note', () => {
  const note =
    'The customer called: "my heat is out".\nDetails:\n- Agent: "Is it gas?"\n- Customer: "Yes - gas."\nNext:\n- "Friday"';
  expect(toSingleLine(note)).toBe(
    'The customer called: "my heat is out". Details: Agent: "Is it gas?" Customer: "Yes - gas." Next: "Friday"',
  );
});
