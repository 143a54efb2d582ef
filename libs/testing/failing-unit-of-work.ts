import { UnitOfWork, type Repositories } from '@ringwell/database/unit-of-work';

/** Fails each transaction after its work, as if the process had died before the commit. */
export class FailingUnitOfWork extends UnitOfWork {
  override run<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return super.run(async (repositories) => {
      await work(repositories);
      throw new Error('The process died before the commit.');
    });
  }
}
