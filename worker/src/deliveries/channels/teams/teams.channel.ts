import { Injectable } from '@nestjs/common';

import { WebhookChatChannel } from '../../webhook-chat.channel';
import { teamsDigest, teamsLetter, teamsMessage, teamsTestMessage } from './teams.message';

/**
 * Posts to a Teams channel through a Power Automate workflow, which has its own webhook address. Status 202 means that
 * the workflow accepted the message; Power Automate doesn't report whether it was posted.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
 */
@Injectable()
export class TeamsChannel extends WebhookChatChannel {
  override readonly name = 'teams';
  protected override readonly messages = {
    call: teamsMessage,
    digest: teamsDigest,
    letter: teamsLetter,
    test: teamsTestMessage,
  };
  protected override readonly texts = {
    webhook: 'a workflow',
    forbidden:
      'The Teams workflow denied access. Allow anyone to trigger it, ' +
      'then copy its address again and enter it in Settings under Connections.',
    notFound:
      'The Teams workflow was deleted or turned off. ' +
      'Turn it on, or create a new one and enter its address in Settings under Connections.',
    rejected: (status: number): string =>
      `The Teams workflow rejected the message (HTTP ${status}). ` +
      `Check that it's turned on and was created from "Post to a channel when a webhook request is received".`,
  };
}
