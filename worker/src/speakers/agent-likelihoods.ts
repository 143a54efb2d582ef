/**
 * Guesses who is speaking in each segment of a call with two people on one channel, from the segment's words and,
 * because people take turns, its neighbors' words (forward-backward over two states).
 * @param agentLogOdds log-odds that each segment is the agent's, based on its own words
 * @param switchProbability probability that the next segment is the other speaker's, 0 to 1
 * @returns the probability that each segment is the agent's, 0 to 1
 */
export function agentLikelihoods(agentLogOdds: readonly number[], switchProbability: number): number[] {
  const switchLogProbability = Math.log(switchProbability);
  const stayLogProbability = Math.log(1 - switchProbability);
  const step = (agent: number, customer: number): [number, number] => [
    logSum(agent + stayLogProbability, customer + switchLogProbability),
    logSum(agent + switchLogProbability, customer + stayLogProbability),
  ];
  const forwardStates: [number, number][] = [];
  let state: [number, number] = [0, 0];
  for (const odds of agentLogOdds) {
    forwardStates.push(state);
    state = step(state[0] + odds, state[1]);
  }
  const likelihoods = new Array<number>(agentLogOdds.length);
  state = [0, 0];
  for (let index = agentLogOdds.length - 1; index >= 0; index -= 1) {
    const odds = agentLogOdds[index] ?? 0;
    const [agent, customer] = forwardStates[index] ?? [0, 0];
    likelihoods[index] = 1 / (1 + Math.exp(customer + state[1] - agent - odds - state[0]));
    state = step(state[0] + odds, state[1]);
  }
  return likelihoods;
}

function logSum(a: number, b: number): number {
  const max = Math.max(a, b);
  return max + Math.log(Math.exp(a - max) + Math.exp(b - max));
}
