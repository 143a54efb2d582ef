/** Sends requests one after another. @returns their statuses */
export async function requestStatuses(
  count: number,
  request: (number: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 1; number <= count; number += 1) statuses.push((await request(number)).status);
  return statuses;
}
