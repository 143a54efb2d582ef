import { Semaphore } from './semaphore';

interface Task {
  done: Promise<void>;
  end: () => void;
  fail: (error: Error) => void;
}

/** Tasks that record when they start, and end on request. */
class Tasks {
  readonly started: string[] = [];

  constructor(private readonly semaphore: Semaphore) {}

  addTask(name: string, signal = new AbortController().signal): Task {
    let [end, fail]: [() => void, (error: Error) => void] = [() => undefined, () => undefined];
    const work = new Promise<void>((resolve, reject) => {
      [end, fail] = [resolve, reject];
    });
    const done = this.semaphore.run(() => {
      this.started.push(name);
      return work;
    }, signal);
    return { done, end, fail };
  }
}

const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('tasks that take turns', () => {
  afterEach(() => jest.useRealTimers());

  it('run in order of arrival, no more than the limit at once, even after a failure', async () => {
    const tasks = new Tasks(new Semaphore(2));
    const first = tasks.addTask('a');
    const second = tasks.addTask('b');
    const lastTasks = [tasks.addTask('c'), tasks.addTask('d')];
    expect(tasks.started).toEqual(['a', 'b']);
    second.end();
    await second.done;
    await flushPromises();
    expect(tasks.started).toEqual(['a', 'b', 'c']);
    first.fail(new Error('damaged'));
    await expect(first.done).rejects.toThrow('damaged');
    await flushPromises();
    expect(tasks.started).toEqual(['a', 'b', 'c', 'd']);
    for (const { end } of lastTasks) end();
    await Promise.all(lastTasks.map(({ done }) => done));
    for (const name of ['e', 'f', 'g']) tasks.addTask(name);
    expect(tasks.started).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('leave the queue when aborted, and free their slots', async () => {
    const tasks = new Tasks(new Semaphore());
    const first = tasks.addTask('a');
    const abort = new AbortController();
    const second = tasks.addTask('b', abort.signal);
    tasks.addTask('c');
    abort.abort(new Error('shutdown'));
    await expect(second.done).rejects.toThrow('shutdown');
    await expect(tasks.addTask('d', abort.signal).done).rejects.toThrow('shutdown');
    first.end();
    await first.done;
    await flushPromises();
    expect(tasks.started).toEqual(['a', 'c']);
  });

  it('give up their slot once they have delayed others for too long, and free it only once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const tasks = new Tasks(new Semaphore(1, 5_000));
    const first = tasks.addTask('a');
    for (const name of ['b', 'c']) tasks.addTask(name);
    jest.advanceTimersByTime(5_000);
    await flushPromises();
    expect(tasks.started).toEqual(['a', 'b']);
    first.end();
    await first.done;
    await flushPromises();
    expect(tasks.started).toEqual(['a', 'b']);
  });
});
