import type { Actor } from '@ringwell/database/repositories/activity.repository';
import type { Repositories } from '@ringwell/database/unit-of-work';

/** What a form is asked beyond the rules for all of them. */
export interface FormTerms {
  /**
   * Called with the media type that the file's part declares, before any of the file is stored.
   * @throws AppError to refuse the file
   */
  judgeDeclaredType?: (mediaType: string) => void;
  /** Nothing but the file is taken: a form with any field is refused. */
  isRecordingOnly?: boolean;
}

/** What belongs into the transaction that writes a call. */
export interface RegistrationTerms {
  /** The person whose upload the activity log tells of; programs hand in too many calls for it. */
  uploadedBy?: Actor;
  /** Runs in that transaction, before the call is written. @throws AppError to refuse the call; its recording is deleted then */
  admission?: (repositories: Repositories) => Promise<void>;
}

/** In what one way in differs from the others. */
export type IntakeTerms = FormTerms & RegistrationTerms;
