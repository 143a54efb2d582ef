import { oneLine } from './one-line';

it("joins a note's lines and bullet points", () => {
  const note =
    'The customer called: "my heat is out".\nDetails:\n- Agent: "Is it gas?"\n- Customer: "Yes - gas."\nNext:\n- "Friday"';
  expect(oneLine(note)).toBe(
    'The customer called: "my heat is out". Details: Agent: "Is it gas?" Customer: "Yes - gas." Next: "Friday"',
  );
});
