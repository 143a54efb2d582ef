import { checkGrowth } from './growth';

const before = [
  { name: 'worker-1', memoryMb: 200, files: 40 },
  { name: 'worker-2', memoryMb: 220, files: 42 },
  { name: 'api-1', memoryMb: 900, files: 900 },
];

it('compares a process with the largest process of its kind', () => {
  expect(checkGrowth(before, [{ name: 'worker-1', memoryMb: 339, files: 81 }])).toEqual([]);
  expect(checkGrowth(before, [{ name: 'worker-1', memoryMb: 341, files: 83 }])).toEqual([
    { invariant: 'memory does not grow (MB)', details: 'worker-1: 341 after 220' },
    { invariant: 'open files and connections do not grow', details: 'worker-1: 83 after 42' },
  ]);
});
