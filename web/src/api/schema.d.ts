// Made by `npm run openapi` from the routes of the API.

export interface paths {
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the assistants that you have connected to the account */
        get: operations["listMyAssistants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/assistants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect one of your assistants */
        delete: operations["disconnectMyAssistant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/team/assistants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the assistants that members have connected to the account */
        get: operations["listAssistants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/team/assistants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect a member's assistant */
        delete: operations["disconnectAssistant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in user */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options to finish signing in with a passkey
         * @description Requires the cookie set when the correct password is entered.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/with-passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the options to sign in with a passkey instead of the password */
        post: operations["startPasskeyOnlySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out here only, not at the sign-in provider */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the sign-in method */
        get: operations["getSignInProvider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change your password and end your other sessions */
        post: operations["changeMyPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your name or company */
        patch: operations["updateMyAccount"];
        trace?: never;
    };
    "/api/my/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your sessions */
        get: operations["listMySessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere else */
        delete: operations["endMyOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out of one session */
        delete: operations["endMySession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the methods to confirm your identity */
        get: operations["getConfirmationMethod"];
        put?: never;
        /**
         * Confirm your identity with your password and, with two-step verification, a code or a passkey
         * @description Allows sensitive changes, for example of emails, roles and passwords, for 15 minutes in this session. Otherwise, they respond with 403 `REAUTHENTICATION_REQUIRED`. Signing in also confirms your identity. During impersonation, send the password of the administrator.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options to confirm your identity with a passkey
         * @description During impersonation, the options are for a passkey of the administrator.
         */
        post: operations["startPasskeyConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state of two-step verification */
        get: operations["getMySecondFactor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the setup of an authenticator app
         * @description Takes effect once a code from the app activates it. Calling this again replaces the secret.
         */
        post: operations["startTotpSetup"];
        /** Remove the authenticator app */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/totp/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn on two-step verification with a code from the app
         * @description Afterwards, signing in with the password also requires a code. At most 10 wrong codes an hour.
         */
        post: operations["activateTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace the recovery codes */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options for a new passkey
         * @description Takes effect once the passkey is added. Calling this again replaces the challenge.
         */
        post: operations["startPasskeySetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a passkey
         * @description Afterwards, signing in with the password also requires a second step. A passkey that verifies you can replace both.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/second-factor/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public status of the service */
        get: operations["getServiceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/system-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the current health of stores, queue, workers and engines */
        get: operations["getSystemHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/undelivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations with undelivered messages
         * @description Counts messages that failed for good in the last 24 hours or are still being retried, without connection tests. Most failures first.
         */
        get: operations["listUndelivered"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/recent-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the most recent calls
         * @description The 10 most recent calls, including those still being processed.
         */
        get: operations["listRecentCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/processing-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the usual processing time of calls */
        get: operations["getProcessingTime"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls
         * @description Latest calls first. All filters must match. With a search, each call includes the matching sentence.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Upload a call
         * @description Send the recording as a file, a URL to fetch it from, or a transcript in place of a recording. Sending the same call again, with the same Idempotency-Key or externalId, returns the existing call.
         */
        post: operations["uploadCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/service-titan-words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ServiceTitan values on calls
         * @description Returns the distinct ServiceTitan values of the latest calls, for the list's filters.
         */
        get: operations["getServiceTitanWords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call
         * @description Includes the state and result. The transcript has its own endpoint.
         */
        get: operations["getOwnCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call
         * @description Deletes a call's recording, transcript, analysis, links and messages, and its details in follow-ups and the customer. If the call is being processed, processing stops. Usage is kept without content. For 30 seconds, POST /api/calls/{id}/restore undoes it. Notes in ServiceTitan stay there, unless removeNotes is sent.
         */
        delete: operations["deleteCall"];
        options?: never;
        head?: never;
        /**
         * Correct the details of a call
         * @description The summary keeps the earlier details until the call is reprocessed.
         */
        patch: operations["correctCall"];
        trace?: never;
    };
    "/api/calls/{id}/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess a call
         * @description For a call in a final state. Its result is kept until a new result replaces it. Corrections and edits by people are kept. The call is not billed again, and no alerts are sent.
         */
        post: operations["reprocessCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/swap-speakers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap a call's speakers
         * @description For calls where agent and customer are mixed up. The transcript is corrected and analyzed again, without another transcription. The result is kept until a new result replaces it. The call is not billed again, and no alerts are sent.
         */
        post: operations["swapSpeakers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a call that was just deleted
         * @description Works for 30 seconds. Messages that were waiting are sent after all.
         */
        post: operations["restoreCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a call's transcript
         * @description Returns JSON, or a text file to download with Accept: text/plain or format=text. If the speakers were guessed, the text starts with a note that says so, followed by an empty line.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a name or word in a call's transcript
         * @description Quotes from the transcript are also corrected. The label and summary stay unchanged.
         */
        patch: operations["correctTranscript"];
        trace?: never;
    };
    "/api/calls/{id}/correction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a call's label
         * @description Lists, filters, counts and exports show the corrected label, even after the call is reprocessed. The original label is kept in correction. Alerts are not sent again; your outgoing webhook gets call.corrected.
         */
        put: operations["correctLabel"];
        post?: never;
        /**
         * Undo a label correction
         * @description Restores the call's original label. A label without a correction stays unchanged.
         */
        delete: operations["undoCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a call's summary, instruction and outcome
         * @description The edits replace the original texts wherever the call is shown, even after it is reprocessed. The originals are kept in words. Alerts are not sent again. Your outgoing webhook gets call.edited, and ServiceTitan gets another note after two minutes without an edit.
         */
        put: operations["editWords"];
        /**
         * Rewrite a call's summary
         * @description The configured language model writes the summary from the current transcript. Meanwhile, words.isWriting is true. Edits by people are kept. Nothing changes if the transcript doesn't support what the model writes.
         */
        post: operations["writeWords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the links to a call
         * @description Working links, with how often each was opened.
         */
        get: operations["listCallShares"];
        put?: never;
        /**
         * Create a link to a call
         * @description Anyone with the link can open it without signing in, until it expires or is revoked.
         */
        post: operations["shareCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/shares/{shareId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a link to a call */
        delete: operations["revokeCallShare"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the part of a call that a link shares
         * @description Changes nothing, because link scanners open links.
         */
        get: operations["getSharedCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}/opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count a view of a shared call */
        post: operations["countSharedCallOpening"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/saved-filters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your saved filters by name */
        get: operations["listSavedFilters"];
        put?: never;
        /**
         * Save filters for the call list under a name
         * @description Up to 20.
         */
        post: operations["saveFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/saved-filters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rename or change a saved filter */
        put: operations["replaceFilter"];
        post?: never;
        /** Delete a saved filter */
        delete: operations["deleteFilter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draw calls to check
         * @description Draws up to five random calls from the last 90 days with a label and a recording. A call is drawn only once. Drawn calls that you have not answered yet come first.
         */
        post: operations["drawChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checks/{id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer a check
         * @description Answers are final. If the call's label differs, it is corrected, unless a user has already corrected it. Undoing that correction does not change the answer.
         */
        put: operations["answerCheck"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checks/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a drawn call
         * @description The call is not drawn again.
         */
        post: operations["skipCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checks/accuracy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the accuracy of the labels
         * @description Based on the calls that were drawn and checked. Other corrections don't count.
         */
        get: operations["getAccuracy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/basic-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the calls that the basic recognizer transcribed
         * @description Returns how many calls could be reprocessed with a better recognizer.
         */
        get: operations["getBasicCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/basic-calls/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess the calls that the basic recognizer transcribed
         * @description Starts with the latest calls, whenever no new calls are waiting. Earlier results are shown until new results replace them. Calls are not billed again, and no alerts are sent.
         */
        post: operations["reprocessBasicCalls"];
        /**
         * Stop reprocessing calls
         * @description Calls already in progress are finished.
         */
        delete: operations["cancelBasicCalls"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/call-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the progress of earlier calls from ServiceTitan */
        get: operations["getCallImport"];
        put?: never;
        /**
         * Count earlier calls in ServiceTitan
         * @description Doesn't fetch anything yet. Returns the number of calls, their total length and their cost.
         */
        post: operations["countEarlierCalls"];
        /**
         * Stop fetching earlier calls
         * @description Calls already in progress are finished, and waiting calls are removed.
         */
        delete: operations["cancelCallImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/call-import/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the earlier calls that were counted
         * @description The calls are processed whenever no new calls are waiting. They count toward usage but don't open follow-ups or send alerts.
         */
        post: operations["fetchEarlierCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/basic-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the calls in all accounts that the basic recognizer transcribed */
        get: operations["getAllBasicCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/basic-calls/reprocess": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reprocess the calls in all accounts that the basic recognizer transcribed
         * @description Accounts take turns whenever no new calls are waiting. Nothing is billed again, and no alerts are sent.
         */
        post: operations["reprocessAllBasicCalls"];
        /**
         * Stop reprocessing calls in all accounts
         * @description Calls already in progress are finished.
         */
        delete: operations["cancelAllBasicCalls"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get today's callbacks
         * @description Returns customers to call back, by the cost of waiting: in danger, unhappy, leads to win back, requested by your rules, promises, voicemails, calls that need a listen. Includes counts of the other sections, and a summary of the day.
         */
        get: operations["getToday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/closings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close old follow-ups together
         * @description Dismisses up to 1,000 follow-ups, oldest first, except those of customers in danger, snoozed follow-ups, and follow-ups that a colleague has taken.
         */
        post: operations["closeFollowUps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/closings/{closingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Reopen follow-ups that were closed together
         * @description Works for 24 hours. Follow-ups that have changed since stay closed,  as do follow-ups for customers who now have another one.
         */
        delete: operations["undoClosing"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers to call back
         * @description Each customer has at most one waiting follow-up. All filters must match.
         */
        get: operations["listFollowUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count customers to call back
         * @description All filters must match. section narrows every count except the count of snoozed follow-ups.
         */
        get: operations["countFollowUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/open-days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List office hours
         * @description Covers today and the next 14 days, except days on which the office is closed.
         */
        get: operations["listOpenDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/lead-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the leads of the last 30 days
         * @description Counts the leads that leadsEnabled would have opened. Unhappy customers, imported calls and outgoing calls open no leads.
         */
        get: operations["previewLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a follow-up
         * @description Includes its history, and the customer's calls and earlier follow-ups.
         */
        get: operations["getFollowUp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Take, assign, snooze or close a follow-up
         * @description Each change is kept in its history. Notes are for your team and are not sent anywhere.
         */
        patch: operations["changeFollowUp"];
        trace?: never;
    };
    "/api/calls/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages about a call */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/follow-ups/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages about a follow-up
         * @description Returns its webhooks, and the first messages that named it as overdue.
         */
        get: operations["listFollowUpDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description For a message that's final or waiting for a retry. The worker rechecks whether it can be sent.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Lists everyone who called or was called, with their happiness. All filters must match.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Includes mood by month, promises and notes. To list the calls, use GET /api/calls with the customer parameter.  To list the follow-ups, use GET /api/follow-ups with the customerId parameter.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a customer
         * @description A corrected name isn't overwritten by later calls.
         */
        patch: operations["renameCustomer"];
        trace?: never;
    };
    "/api/customers/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another customer into this one
         * @description Moves the other customer's numbers, calls and follow-ups to this one. If both have a waiting follow-up, they're joined.
         */
        post: operations["mergeCustomers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Split a number off from a customer
         * @description Creates a customer with this number, its calls, and the follow-ups that are only about these calls.
         */
        post: operations["splitCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/erase/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count the calls that would be erased with a customer */
        post: operations["countErasableCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description Deletes all of a customer's calls up to now, with recordings, transcripts, analyses, links, messages and follow-ups, the customer with names and numbers, and earlier exports of the account. Cannot be undone. Runs in the background: GET /api/my/erasures/{id} shows the progress, and is kept as the receipt. Notes in ServiceTitan stay there.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasure receipts
         * @description Returns the latest 100, with the scope, time and user of each erasure, without the content.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an erasure receipt */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Returns the latest 20.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export everything
         * @description Creates a ZIP file with a table of all calls (calls.csv), their transcripts (transcripts.jsonl) and recordings, in the background: GET /api/my/exports shows the progress. You get an email when the file is ready. It can be downloaded for 7 days. Deleting a call or erasing a customer also deletes earlier exports. An export in progress starts over.
         */
        post: operations["startExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel or delete an export
         * @description Cancels an export in progress, or deletes the file of a finished export, if it still exists.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/demo/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the product with a recording
         * @description For demo accounts, which have five uploads. Failed uploads also count, unless the failure was internal. Recordings can be up to `maxMinutes` long (`GET /api/my/demo-usage`). Recordings without a result are deleted. Waits up to 25 seconds for the result. If processing takes longer, responds 202 with the location of the result.
         */
        post: operations["uploadDemo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/demo/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the product with a recording in a full account
         * @description Like the demo, but for active accounts: uploads are unlimited, and their minutes count toward the limit. No note is written, no alert is sent, and the call does not appear in lists.
         */
        post: operations["uploadTrial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/demo/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state and result of a demo */
        get: operations["getDemoJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/demo-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the number of demo uploads used and remaining */
        get: operations["getDemoUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/contact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Contact support
         * @description Open to visitors. Support replies to the email address provided.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/contact-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contact form messages, newest first */
        get: operations["listContactMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/contact-messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark a contact form message as done or new */
        patch: operations["markContactMessage"];
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users, newest first */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description The user signs in with this password. New accounts are demo accounts. Activate an account to open the full product.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a user
         * @description Changes only the fields sent. Disabling a user ends their sessions. While an account has no enabled owner, its calls, messages and billing pause. Demoting an administrator takes effect immediately.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description Also deletes the accounts without another owner, with calls, transcripts, recordings, usage, settings and tokens. They are disabled immediately and deleted in the background, after an active subscription is canceled. Until they are deleted, the user is listed with deletion.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Activate a demo account
         * @description Opens the full product. Usage months start now.
         */
        patch: operations["activateUser"];
        trace?: never;
    };
    "/api/admin/users/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Revert to a demo account
         * @description Cancels the subscription immediately, deletes the bearer tokens, signs the user out everywhere and skips the waiting calls. Calls cannot be opened until the account is activated. The user can sign in to the demo again.
         */
        patch: operations["deactivateUser"];
        trace?: never;
    };
    "/api/admin/users/{id}/make-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Promote to administrator */
        patch: operations["makeAdministrator"];
        trace?: never;
    };
    "/api/admin/users/{id}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password
         * @description Signs the user out everywhere. If you set your own password, your current session continues.
         */
        post: operations["setUserPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an account's latest errors, newest first
         * @description Returns the 10 latest calls that could not be processed and messages that could not be sent.
         */
        get: operations["listUserErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of the account, owners first */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/members/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the account
         * @description If this is your only account, you get a demo account.
         */
        delete: operations["leaveAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The member loses access immediately.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /** Change the role of a member */
        patch: operations["changeMemberRole"];
        trace?: never;
    };
    "/api/my/members/{userId}/transfer-ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer the ownership to a member
         * @description You become a manager.
         */
        post: operations["transferOwnership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts that you are a member of */
        get: operations["listMyAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/accounts/{id}/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Switch this session to another of your accounts */
        post: operations["openAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your email alerts */
        get: operations["getMyAlerts"];
        /**
         * Change your email alerts
         * @description Your alerts are sent to the address that you sign in with. The account's emails do not change.
         */
        put: operations["changeMyAlerts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open invitations, newest first */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite someone to the account
         * @description The link works for 7 days. An earlier link for the same address stops working.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents on calls
         * @description Busiest agents first, up to 500. Names are case-insensitive.
         */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/agents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Match, merge or hide an agent
         * @description Match the agent to a member or to another name for the same person: all of the agent's calls, including future ones, will show that name. Or hide a name that doesn't belong to anyone on the team. Choose only one of the three. Several agents can be the same person.
         */
        put: operations["matchAgent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload your picture
         * @description Send the file as the body: PNG, JPEG or WebP, up to 2 MB and 25 megapixels. It replaces your current picture and is stored as a small copy without metadata.
         */
        put: operations["setMyPicture"];
        post?: never;
        /** Remove your picture */
        delete: operations["removeMyPicture"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users-with-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users with their tokens, newest first */
        get: operations["listUsersWithTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{userId}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a user's tokens, newest first */
        get: operations["listTokens"];
        put?: never;
        /**
         * Generate a token
         * @description The token is shown only in this response. Tokens of demo and disabled accounts work once the account is active.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a token
         * @description The token stops working immediately.
         */
        delete: operations["deleteToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/impersonate/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start impersonating a user
         * @description The session acts as this user, who may be disabled or an administrator, and can't use administrator routes,  except to show and stop the impersonation.
         */
        post: operations["startImpersonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/impersonation-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the impersonation status of this session */
        get: operations["getImpersonationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/stop-impersonation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop impersonating
         * @description Has no effect when the session is not impersonating.
         */
        post: operations["stopImpersonation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record usage of your account
         * @description Counts toward the totals and the monthly limit, and is charged like call minutes. Usage for processed calls is recorded automatically. Don't post it again.
         */
        post: operations["recordUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your usage in the current usage month */
        get: operations["getMyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get all accounts' total usage */
        get: operations["getSystemUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List accounts by usage, most minutes first */
        get: operations["getUsageAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage/daily": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get all accounts' daily usage */
        get: operations["getDailyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/usage/user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the total and daily usage of one account */
        get: operations["getUserUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/weekly-letter/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the weekly letter
         * @description Returns the letter about last week as it would be sent now.
         */
        get: operations["previewWeeklyLetter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/weekly-letter/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send yourself the weekly letter
         * @description Sends the letter about last week, marked as a test.
         */
        post: operations["testWeeklyLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/happiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get customer happiness
         * @description Defaults to the last 30 days. The score is the percentage of positive calls minus the percentage of negative calls, in points from -100 to 100, with a 95 % confidence interval. Fewer than 10 judged calls have no score. Calls that need a listen are counted separately, and demo calls not at all.
         */
        get: operations["getHappiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the booking rate of leads
         * @description Defaults to the last 30 days. The rate is the fraction of calls with a chance of new work that were booked, with a 95 % confidence interval. Fewer than 20 leads have no rate. Unclear calls and demo calls are not counted.
         */
        get: operations["getBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guideline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your guideline
         * @description Defines happy and unhappy calls: a text for language models, and rules for any analyst.
         */
        get: operations["getGuideline"];
        /**
         * Save a version of your guideline
         * @description The guideline applies to calls that are processed or reprocessed from now on. Test it on past calls first. A user's label correction overrides the rules.
         */
        put: operations["saveGuideline"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guideline/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of your guideline
         * @description Returns the latest 50 versions, starting with the version in force.
         */
        get: operations["listGuidelineVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guideline/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of your guideline
         * @description Saves it again as a new version.
         */
        post: operations["restoreGuideline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guideline/back-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a guideline on past calls
         * @description Replays the rules on the latest 200 calls and on the checked calls. The result shows which labels change, which follow-ups would open, and how accurate the labels are before and after. Changes nothing. The effect of the text on a language model is not replayed.
         */
        post: operations["backTestGuideline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List activity log entries, newest first */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activity in the account, newest first
         * @description IP address and browser are null unless the actor is a current member of the account and not an administrator.
         */
        get: operations["listMyActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/security-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List security events, newest first
         * @description Includes sign-ins and attempts, rejected requests, and permission and password changes. Equal events within a minute are combined, with their number.
         */
        get: operations["listSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your settings */
        get: operations["getMySettings"];
        /**
         * Change your settings
         * @description Send only the fields to change. Null or an empty string clears a text or a secret.
         */
        put: operations["changeMySettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change how long recordings and transcripts are kept
         * @description Send only the fields to change. Fewer days delete older data within an hour, which cannot be undone. previewMyRetention counts that data.
         */
        put: operations["changeMyRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings/email-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove email addresses
         * @description Keeps concurrent changes to other entries, unlike sending the whole list.
         */
        patch: operations["changeMyEmailAddresses"];
        trace?: never;
    };
    "/api/my/settings/email-addresses/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the confirmation email to an address
         * @description An address outside the account doesn't get emails about calls until the recipient confirms.
         */
        post: operations["askMyEmailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings/email-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose which calls an address gets emails about
         * @description Replaces the labels in the account's settings for this address.
         */
        put: operations["changeMyEmailLabels"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove names and words
         * @description Keeps concurrent changes to other entries, unlike sending the whole list.
         */
        patch: operations["changeMyVocabulary"];
        trace?: never;
    };
    "/api/my/settings/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a new signing secret
         * @description Callbacks and webhooks are signed with it from now on. The previous secret stops working.
         */
        post: operations["renewWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the account's settings */
        get: operations["getAccountSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings/admin/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get any account's settings */
        get: operations["getSettingsOfUser"];
        /**
         * Change any account's settings
         * @description Like changing your own settings, but administrators can also set add-ons and higher limits.
         */
        put: operations["changeSettingsOfUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings/admin/{userId}/email-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove email addresses in any account
         * @description Keeps concurrent changes to other entries, unlike sending the whole list.
         */
        patch: operations["changeEmailAddressesOfUser"];
        trace?: never;
    };
    "/api/account/settings/admin/{userId}/email-addresses/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend the confirmation email to an address in any account
         * @description An address outside the account doesn't get emails about calls until the recipient confirms.
         */
        post: operations["askEmailAddressOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings/admin/{userId}/email-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose which calls an address in any account gets emails about
         * @description Replaces the labels in the account's settings for this address.
         */
        put: operations["changeEmailLabelsOfUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings/admin/{userId}/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Add and remove names and words in any account
         * @description Keeps concurrent changes to other entries, unlike sending the whole list.
         */
        patch: operations["changeVocabularyOfUser"];
        trace?: never;
    };
    "/api/my/settings/retention-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a shorter retention
         * @description Counts the data that a change to the settings would delete, without deleting it.
         */
        get: operations["previewMyRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/settings/admin/{userId}/retention-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview shorter retention for any account
         * @description Counts the data that a change to the settings would delete, without deleting it.
         */
        get: operations["previewRetentionOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your connections
         * @description Lists every channel with its connection state, the time of the last message that arrived, and the latest error since then.
         */
        get: operations["listMyConnections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/settings/test/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description Sends a message marked as a test and waits up to 25 seconds for the outcome. For ServiceTitan, the test only reads. While another test of the channel is in progress, returns the outcome of that test.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{userId}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List any account's connections */
        get: operations["listConnectionsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the inbox folder for recordings and its state */
        get: operations["getMyInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/public/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this installation's name, contact details and limits */
        get: operations["getPublicConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a subscription
         * @description Returns the URL of the payment page.
         */
        post: operations["startCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the email address for a checkout's confirmation
         * @description For the page shown after the payment. Informational only; it does not affect the subscription.
         */
        get: operations["getCheckoutSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the subscription
         * @description As last reported by the payment provider, usually within seconds.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/billing/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Manage the subscription
         * @description Returns the URL of the payment provider's page for invoices, payment methods and cancellation. The URL is personal and expires after a few minutes.
         */
        post: operations["openBillingPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/unsubscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the unsubscribe page
         * @description Changes nothing, because mail scanners open links.
         */
        get: operations["openUnsubscribe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AssistantDto: {
            /** Format: uuid */
            id: string;
            /** @description The app's self-reported name. */
            name: string;
            /** @description Where the app runs: a host name, or "this computer". */
            host: string;
            /** @description Whether the assistant can only read. Otherwise, it can also take and close follow-ups. */
            isReadOnly: boolean;
            /** @description The member who connected the assistant. */
            connectedBy: string;
            /** Format: date-time */
            connectedAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        CurrentUserDto: {
            /** Format: uuid */
            id: string;
            /** @description Null if the sign-in provider doesn't send one. */
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            /** @description A path on this site for an uploaded picture, or the sign-in provider's URL. */
            profileImageUrl: string | null;
            /** @enum {string} */
            role: "user" | "admin";
            company: string | null;
            /** @enum {string} */
            status: "demo" | "active";
            /**
             * Format: date-time
             * @description Usage months for accounts without a subscription start at this time.
             */
            activatedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description IANA time zone of the account; null until it is set. */
            timeZone: string | null;
            /** @description Whether the user has a password. */
            hasPassword: boolean;
            /**
             * Format: uuid
             * @description The account that the user is working on.
             */
            accountId: string;
            /** @description The company, or else the owner's name. */
            accountName: string;
            /**
             * @description The user's role in the account.
             * @enum {string}
             */
            memberRole: "owner" | "manager" | "member" | "viewer";
            /**
             * @description The step that the user must complete first.
             * @enum {string|null}
             */
            requiredStep: "change_password" | "set_up_second_factor" | null;
            /** @description Whether the current password does not meet the rules for new passwords. Ask the user to change it. */
            hasWeakPassword: boolean;
            /** @description Whether an administrator is viewing as this user. */
            isImpersonated: boolean;
        };
        PasskeyOptionsDto: {
            /** @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. Works once, for 5 minutes. */
            options: {
                [key: string]: unknown;
            };
        };
        SignInProviderDto: {
            /** @description Name for the button "Sign in with {name}". */
            name: string;
            /**
             * @description Whether GET /api/login redirects to a sign-in provider (oidc) or shows a password page (local).
             * @enum {string}
             */
            kind: "oidc" | "local";
            /** @description Password sign-in page; null if password sign-in is disabled. */
            localUrl: string | null;
            /**
             * @description How visitors get a demo account: by signing in with the provider, with a password at /api/sign-up, or only from an administrator (off).
             * @enum {string}
             */
            signUp: "provider" | "password" | "off";
        };
        MyPasswordDto: {
            /**
             * Format: password
             * @description Required when the user has a password.
             */
            currentPassword?: string;
            /** Format: password */
            newPassword: string;
        };
        MyAccountDto: {
            /** @description Null or empty clears it. */
            firstName?: string | null;
            /** @description Null or empty clears it. */
            lastName?: string | null;
            /** @description Null or empty clears it. */
            company?: string | null;
        };
        MySessionDto: {
            /** Format: uuid */
            id: string;
            /** @description Whether this session made the request. */
            isCurrent: boolean;
            /**
             * @description passkey: without the password. oidc: through the sign-in provider. link: with a link created by the operator.
             * @enum {string}
             */
            signedInWith: "password" | "passkey" | "oidc" | "link";
            /** @description The IP address used to sign in. */
            ipAddress: string | null;
            /** @description The browser used to sign in. */
            userAgent: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Accurate to one minute.
             */
            lastUsedAt: string;
        };
        ConfirmationMethodDto: {
            /** @description Whether you signed in or confirmed your identity in the last 15 minutes. */
            isConfirmed: boolean;
            /**
             * @description password: POST it to /api/auth/confirm. sign_in: open GET /api/login?again=true.
             * @enum {string}
             */
            method: "password" | "sign_in";
            /** @description Whether a code from your authenticator app, a recovery code or a passkey is also required. */
            needsCode: boolean;
            /** @description Whether you have a passkey to use instead of a code. */
            hasPasskey: boolean;
            /** @description Provider name for a button that starts with "Sign in with". */
            signInName: string;
        };
        ConfirmDto: {
            /** Format: password */
            password: string;
            /** @description A code from your authenticator app, or a recovery code. With two-step verification, this or `credential` is required. */
            code?: string;
            /** @description The browser's response to the options of /api/auth/confirm/passkey, as text. */
            credential?: string;
        };
        TotpFactorDto: {
            /** Format: date-time */
            activatedAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        PasskeyDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        MySecondFactorDto: {
            /** @description Whether you can set up a factor. It protects password sign-ins. */
            isAvailable: boolean;
            /** @description Whether you must have a factor. The last factor cannot be removed. */
            isRequired: boolean;
            /** @description Whether passkeys work here: over https or on this machine, at a domain name. */
            arePasskeysAvailable: boolean;
            /** @description The authenticator app, if you have one. */
            totp: components["schemas"]["TotpFactorDto"] | null;
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyDto"][];
            /** @description Number of unused recovery codes. */
            recoveryCodesLeft: number;
        };
        TotpSetupDto: {
            /** @description Secret to type into an app, in base32. */
            secret: string;
            /** @description Contents of a QR code. */
            uri: string;
        };
        CodeDto: {
            /** @description A code from the authenticator app. */
            code: string;
        };
        NewFactorDto: {
            /** @description Shown only once. Null if your earlier codes still work. */
            recoveryCodes: string[] | null;
        };
        RecoveryCodesDto: {
            /** @description Shown only once. Each one works once in place of a code from the app. */
            recoveryCodes: string[];
        };
        AddPasskeyDto: {
            /** @description A name to tell your passkeys apart. */
            name: string;
            /** @description The browser's new passkey, as text: `JSON.stringify(credential)`. */
            credential: string;
        };
        EnginesDto: {
            /** @description Engines of the live workers. */
            transcription: string[];
            analysis: string[];
        };
        ServicePartDto: {
            name: string;
            /** @enum {string} */
            status: "up" | "delayed" | "down";
            /** @description How users are affected; null while the part is up. */
            message: string | null;
        };
        ServiceStatusDto: {
            /**
             * @description The worst state of all parts.
             * @enum {string}
             */
            status: "up" | "delayed" | "down";
            parts: components["schemas"]["ServicePartDto"][];
            /** Format: date-time */
            checkedAt: string;
        };
        ApiHealthDto: {
            /** @enum {string} */
            status: "operational" | "degraded" | "down";
            label: string;
        };
        TimedStoreHealthDto: {
            /** @enum {string} */
            status: "up" | "down";
            /** @description Duration of the check; null if it failed. */
            latencyMs: number | null;
        };
        StoreHealthDto: {
            /** @enum {string} */
            status: "up" | "down";
        };
        QueueHealthDto: {
            /** @description Number of calls waiting for a free slot. */
            queued: number;
            /** @description Number of calls sent to a worker but not started. */
            released: number;
            running: number;
            /** @description Age of the oldest due call; 0 when none is waiting. */
            oldestQueuedAgeSeconds: number;
            /** @description Notes, alerts and callbacks not delivered yet. */
            deliveriesPending: number;
        };
        WorkerHealthDto: {
            host: string;
            /** @description Number of calls processed at a time. */
            slots: number;
            /** @description Transcription engine. */
            transcription: string;
            /** @description Analysis engine. */
            analysis: string;
            /** @description Null for older versions, which don't report their version. */
            version: string | null;
            /** Format: date-time */
            lastSeenAt: string;
        };
        SilentWorkerDto: {
            host: string;
            /** Format: date-time */
            lastSeenAt: string;
        };
        UndeliveredDto: {
            /**
             * Format: uuid
             * @description The account's owner.
             */
            userId: string;
            accountName: string;
            /** @enum {string} */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "callback" | "webhook";
            destination: string;
            /** @description Messages that failed for good in the last 24 hours. */
            failed: number;
            /** @description Messages that failed and are being retried. */
            retrying: number;
            reason: string | null;
            /**
             * Format: uuid
             * @description The call of the latest message that is about a call.
             */
            callId: string | null;
        };
        DiskDto: {
            freeBytes: number;
            totalBytes: number;
        };
        SetupDto: {
            /** @description Whether a mail server is set up and accepts messages. */
            mail: boolean;
            /** @description Whether the URL that users open is configured. */
            address: boolean;
        };
        AccountInboxDto: {
            accountName: string;
            /** Format: date-time */
            checkedAt: string;
            /** @description Number of files that are still waiting, counted up to 500. */
            waiting: number;
            /** @description Files rejected in the last 24 hours, up to eight. */
            refused: number;
            /** @description Why files are waiting, and what to do. */
            problem: string | null;
        };
        ModelProgressDto: {
            name: string;
            /** @description transcription, speakers or notes. */
            purpose: string;
            receivedBytes: number;
            totalBytes: number;
            /** @description Why the download is interrupted right now. It is retried. */
            problem: string | null;
        };
        HealthRowDto: {
            name: string;
            /** @description Text for people. */
            state: string;
            /** @enum {string} */
            status: "operational" | "degraded" | "down";
        };
        SystemHealthDto: {
            /**
             * @description degraded: calls are accepted but have to wait. down: calls are not accepted.
             * @enum {string}
             */
            status: "operational" | "degraded" | "down";
            /** @description Version of this API process. */
            version: string;
            api: components["schemas"]["ApiHealthDto"];
            database: components["schemas"]["TimedStoreHealthDto"];
            redis: components["schemas"]["TimedStoreHealthDto"];
            /** @description Recording storage. */
            storage: components["schemas"]["StoreHealthDto"];
            /** @description Null when the database is down. */
            queue: components["schemas"]["QueueHealthDto"] | null;
            /** @description The live workers. */
            workers: components["schemas"]["WorkerHealthDto"][];
            /** @description Number of workers that stopped responding in the last hour. */
            silentWorkers: components["schemas"]["SilentWorkerDto"][];
            engines: components["schemas"]["EnginesDto"];
            /** @description Language models that write summaries. */
            writers: string[];
            /** @description Undelivered messages; null when unknown. */
            undelivered: components["schemas"]["UndeliveredDto"][] | null;
            /** @description The disk that stores recordings. Null for a bucket or when unknown. */
            disk: components["schemas"]["DiskDto"] | null;
            setup: components["schemas"]["SetupDto"];
            /** @description Folders that recordings are imported from; null without INBOX_DIR and INBOX_S3_PREFIX, or when unknown. */
            inbox: components["schemas"]["AccountInboxDto"][] | null;
            /** @description Local models that are being downloaded. */
            models: components["schemas"]["ModelProgressDto"][];
            /** @description Human-readable summary: API Status, Database, Processing. */
            rows: components["schemas"]["HealthRowDto"][];
            /** @description Engine advice for administrators: basic transcription, damaged models, models that are shut down. */
            notes: string[];
            /** Format: date-time */
            checkedAt: string;
        };
        CallDetailsDto: {
            /** @description Your ID for the call. Sending the same ID again returns the same call. Defaults to leadCallId. */
            externalId?: string;
            /** @description ID of the lead call in the field-service platform. */
            leadCallId?: string;
            /**
             * @description If omitted, the settings for inbound and outbound calls do not apply. Case-insensitive; incoming and outgoing, in and out, and Twilio's words are accepted, too.
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /** @description The calling number. */
            from?: string;
            /** @description The called number. */
            to?: string;
            customerName?: string;
            /** @description Name of the person who spoke for the company. If omitted, the name comes from ServiceTitan or from the agent's introduction in the call. */
            agentName?: string;
            /** @description ID of the job in the field-service platform. */
            jobId?: string;
            /** @description ID of the customer in the field-service platform. */
            customerId?: string;
            /**
             * Format: date-time
             * @description When the call took place, in ISO 8601. UTC unless a time zone is given. A call that is more than three days old when it arrives opens no follow-up and sends no alerts.
             */
            startedAt?: string;
            /**
             * Format: uri
             * @description Public https URL that receives the result once the call has ended.
             */
            callbackUrl?: string;
            /**
             * Format: uri
             * @description Public https URL to fetch the recording from, instead of a file in the request.
             */
            recordingUrl?: string;
        };
        CallLinksDto: {
            /** @description URL for the call's state and result. */
            self: string;
        };
        AcceptedCallDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            links: components["schemas"]["CallLinksDto"];
        };
        CallErrorDto: {
            code: string;
            message: string;
        };
        CallFollowUpDto: {
            /** @description Whether the company must follow up. */
            needed: boolean;
            /** @description What to do, as an instruction. */
            what?: string;
            /** @description The phrase or topic that matched the account's own rule, if a rule requests the follow-up. */
            rule?: string;
        };
        EvidenceDto: {
            /** @description What the quote explains: a label, Danger or Legal for a flag, Promise for a promise of the company, Booked or not, Asked to book and Reached or not for the outcome of the call, or the effect of a rule. */
            claim: string;
            /** @description Index of the transcript segment. */
            segment: number;
            /** @description Milliseconds from the start of the recording. */
            startMs: number;
            endMs: number;
            /** @description The quoted words. */
            quote: string;
        };
        MoodSpanDto: {
            /** @description Milliseconds from the start of the recording. */
            startMs: number;
            endMs: number;
            /** @enum {string} */
            sentiment: "positive" | "neutral" | "negative";
        };
        LabelRuleDto: {
            /** @description The matched phrase or topic. */
            name: string;
            /** @enum {string} */
            sentiment: "positive" | "neutral" | "negative";
        };
        AnalystLabelDto: {
            /**
             * @description A guess if needsReview.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            needsReview: boolean;
            /** @enum {string|null} */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /** @enum {string} */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            followUp: components["schemas"]["CallFollowUpDto"];
        };
        AppliedRulesDto: {
            /** @description Version of the guideline with the rules. */
            version: number;
            /** @description The rule that decided the label, if any. */
            label: components["schemas"]["LabelRuleDto"] | null;
            /** @description The analyst's result. */
            original: components["schemas"]["AnalystLabelDto"];
        };
        CallResultDto: {
            /** @description Flags from the customer's words, next to the label. The evidence lists them under Danger and Legal. */
            flags: ("danger" | "legal")[];
            /**
             * @description How happy the customer is at the end of the call. A guess if needsReview.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen. */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer was clearly both happy and unhappy.
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description The label to show: the sentiment, or Needs a listen.
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            /** @description 0 to 1: the approximate fraction of calls with this confidence that the analyst labels correctly, before rules and corrections. */
            confidence: number;
            /**
             * @description The topic behind the customer's mood, or else the main topic. Null if the analyst is not sure.
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /**
             * @description The outcome of the call, from a language model, whose quotes are under Booked or not in the evidence, or from a person. Null if neither has decided.
             * @enum {string|null}
             */
            booking: "booked" | "not_booked_undecided" | "not_booked_unreached" | "not_booked_other" | "not_a_lead" | "unclear" | null;
            /**
             * @description Whether the agent asked for the booking, for not_booked_undecided and not_booked_other; otherwise null. Decided like the booking, with quotes under Asked to book.
             * @enum {string|null}
             */
            asked: "asked" | "not_asked" | "unclear" | null;
            /**
             * @description Whether a person on the customer's side spoke with the company, for outbound calls; otherwise null. Also decided without a language model if it is plain. Quotes are under Reached or not.
             * @enum {string|null}
             */
            reached: "reached" | "not_reached" | "unclear" | null;
            /** @description The language model that wrote the summary, or person if a user edited it. Null without a summary. */
            writer: string | null;
            /** @description One to four sentences by a language model, possibly edited by a person. Without a language model, the topic and up to two quotes from the customer that explain the label; empty if there are neither. */
            summary: string;
            /** @description Facts that are not in the summary. Empty without a language model. */
            keyPoints: string[];
            /**
             * @deprecated
             * @description Always empty; kept for older clients.
             */
            reason: string;
            /**
             * @deprecated
             * @description Always empty, like reason.
             */
            outcome: string;
            followUp: components["schemas"]["CallFollowUpDto"];
            evidence: components["schemas"]["EvidenceDto"][];
            /** @description The customer's mood over the course of the call. */
            course: components["schemas"]["MoodSpanDto"][];
            /** @description The effect of the account's own rules on the call. Their quotes come first in the evidence. Null if none matched. */
            appliedRules: components["schemas"]["AppliedRulesDto"] | null;
        };
        OriginalLabelDto: {
            /**
             * @description A guess if needsReview.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            needsReview: boolean;
            /** @enum {string|null} */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /** @enum {string} */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            /** @description The analyst's confidence, from 0 to 1. */
            confidence: number;
        };
        CallCorrectionDto: {
            /** @enum {string} */
            sentiment: "positive" | "neutral" | "negative";
            /** @enum {string} */
            label: "Positive" | "Neutral" | "Negative";
            why: string | null;
            /** @description Name or email of the user. Null once the user is deleted. */
            correctedBy: string | null;
            /** Format: date-time */
            correctedAt: string;
            /** @description The analyst's label. */
            original: components["schemas"]["OriginalLabelDto"];
        };
        BookingFactDto: {
            /**
             * @description confirmed: a job in ServiceTitan names the call, or was created for its customer within serviceTitanJobDays. likely: a job was created for the same phone number. unverified: an outgoing call ended booked, and no job was found.
             * @enum {string}
             */
            status: "confirmed" | "likely" | "unverified";
            /** @enum {string|null} */
            evidence: "lead_call" | "customer" | "phone" | null;
            jobId: string | null;
            jobNumber: string | null;
            /** @description Null until ServiceTitan has the total, possibly only after the work. */
            jobTotalCents: number | null;
            /** Format: date-time */
            jobCanceledAt: string | null;
            /** Format: date-time */
            foundAt: string | null;
        };
        TranscriptSegmentDto: {
            /**
             * @description unknown if the speakers cannot be distinguished.
             * @enum {string}
             */
            speaker: "agent" | "customer" | "unknown";
            /** @description Milliseconds from the start of the recording. */
            startMs: number;
            endMs: number;
            text: string;
            /** @description 0 to 1, if the engine provides one. */
            confidence?: number;
        };
        TranscriptQualityDto: {
            /**
             * @description Reliability of the words. A call with unreliable words needs review.
             * @enum {string}
             */
            level: "good" | "fair" | "poor";
            /** @description 0 to 1. */
            score: number;
        };
        RecordingLossDto: {
            /** @description Length of the readable part. */
            readSeconds: number;
            /** @description The length of the recording according to the file. */
            statedSeconds: number;
        };
        CallEnginesDto: {
            transcription: string;
            analysis: string;
            /** @description The unavailable language model that the built-in analyst filled in for, if any. */
            fallbackFrom: string | null;
        };
        DeletedCallDto: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The call can be restored until this time, 30 seconds from now. Afterwards, it is erased.
             */
            restorableUntil: string;
        };
        CallPartyDto: {
            name: string | null;
            phone: string | null;
        };
        RecentCallMetadataDto: {
            /** @description The other party: the caller of an inbound call, or the callee of an outbound call. */
            ldsData: components["schemas"]["CallPartyDto"];
        };
        RecordedCallDto: {
            /** @description The note as text. Its first line names the caller. */
            content: string;
            /** @description The account in the field-service platform. */
            database: string;
            databaseDisplayName: string;
            /** @description ID of the lead call in the field-service platform. */
            leadCallId: number | null;
            /**
             * @description A guess if needsReview.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @description Missing for calls that predate this field. */
            needsReview?: boolean;
            /** Format: date-time */
            storedAt: string;
        };
        RecentCallDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /** @enum {string} */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo" | "inbox";
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            from: string | null;
            to: string | null;
            /** @description Name of the agent for the company: the member's name, once the agent is matched. */
            agentName: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             */
            receivedAt: string;
            /**
             * @description Why the call was skipped, if it was.
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "abandoned" | "no_recording" | null;
            /** @description skipReason as a sentence. */
            skipMessage: string | null;
            /** @description The error in the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Length of the recording. */
            durationSeconds: number | null;
            /** @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen. */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer was clearly both happy and unhappy.
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description The topic behind the customer's mood, or else the main topic. Null if the analyst is not sure.
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /** @description The name from the account's customer list, even if the sender only gave the number. */
            customerName: string | null;
            /**
             * Format: date-time
             * @description When the call took place, per the sender. Lists are sorted by it, or by receivedAt if it's null.
             */
            startedAt: string | null;
            /**
             * @description A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description The label to show: the sentiment, or Needs a listen.
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen" | null;
            /** @description Flags from the customer's words, in addition to the label: someone may be in danger, or the customer mentions a lawyer or a licensing board. */
            flags: ("danger" | "legal")[];
            /** @description The correction of the label, with the user and the original label, if there is one. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /** @description The summary on one line. */
            summary: string | null;
            /**
             * Format: date-time
             * @description When the call's minutes were recorded, or when it was received if they are not recorded yet.
             */
            recordedAt: string;
            /** @description Minutes counted for the call; 0 until it is completed. */
            minutes: number;
            metadata: components["schemas"]["RecentCallMetadataDto"];
            /** @description Usage recorded for the call, once completed. Kept as long as the result. */
            callData: components["schemas"]["RecordedCallDto"] | null;
        };
        ProcessingTimeDto: {
            /** @description Most calls are processed within this many minutes with the recognizers in use; null without a recognizer. */
            usualMinutes: number | null;
        };
        CallMarkDto: {
            /** @description Position of its first character in the text, from 0, in UTF-16 units. */
            start: number;
            /** @description Position after its last character. */
            end: number;
        };
        CallMatchDto: {
            /** @enum {string} */
            source: "transcript" | "summary";
            /** @description A sentence, shortened if it is long. */
            text: string;
            /** @description The matching words in the sentence. */
            marks: components["schemas"]["CallMarkDto"][];
            /**
             * @description Null in a summary.
             * @enum {string|null}
             */
            speaker: "agent" | "customer" | "unknown" | null;
            /** @description Start of the speaker's segment in the recording. Null in a summary. */
            startSeconds: number | null;
        };
        ListedCallDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /** @enum {string} */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo" | "inbox";
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            from: string | null;
            to: string | null;
            /** @description Name of the agent for the company: the member's name, once the agent is matched. */
            agentName: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             */
            receivedAt: string;
            /**
             * @description Why the call was skipped, if it was.
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "abandoned" | "no_recording" | null;
            /** @description skipReason as a sentence. */
            skipMessage: string | null;
            /** @description The error in the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Length of the recording. */
            durationSeconds: number | null;
            /** @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen. */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer was clearly both happy and unhappy.
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description The topic behind the customer's mood, or else the main topic. Null if the analyst is not sure.
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /** @description The name from the account's customer list, even if the sender only gave the number. */
            customerName: string | null;
            /**
             * Format: date-time
             * @description When the call took place, per the sender. Lists are sorted by it, or by receivedAt if it's null.
             */
            startedAt: string | null;
            /**
             * @description A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description The label to show: the sentiment, or Needs a listen.
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen" | null;
            /** @description Flags from the customer's words, in addition to the label: someone may be in danger, or the customer mentions a lawyer or a licensing board. */
            flags: ("danger" | "legal")[];
            /** @description The correction of the label, with the user and the original label, if there is one. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /** @description The summary on one line. */
            summary: string | null;
            /** @description For a search: the sentence with the most of its words. Null if only a name, number or ID matches. */
            match: components["schemas"]["CallMatchDto"] | null;
        };
        CallPageDto: {
            items: components["schemas"]["ListedCallDto"][];
            /** @description For a search: no call contains these words, so the list has calls of customers with similar names. */
            isSimilar: boolean;
            /** @description Send this value as cursor to get the next page. Null on the last page. */
            nextCursor: string | null;
        };
        ServiceTitanWordsDto: {
            callType: string[];
            callReason: string[];
            campaign: string[];
            businessUnit: string[];
            tag: string[];
        };
        CallCustomerDto: {
            /** Format: uuid */
            id: string;
            /** @description The name from the account's customer list, even if the sender only gave the number. */
            name: string | null;
        };
        ToneDto: {
            /** @description Milliseconds from the start of the recording. */
            startMs: number;
            endMs: number;
        };
        CallEditDto: {
            /** @enum {string} */
            field: "summary" | "instruction" | "booking" | "asked" | "reached";
            /** @description The new text or value. Null if the user restored the original. */
            text: string | null;
            /** @description Name or email of the user. Null once the user is deleted. */
            editedBy: string | null;
            /** Format: date-time */
            editedAt: string;
        };
        CallWordsDto: {
            /** @description Whether a language model is currently writing the words. If true, get the call again later. */
            isWriting: boolean;
            /** @description The latest 50 edits by people, newest first. */
            edits: components["schemas"]["CallEditDto"][];
            /** @description The summary before the edits. Null without an edit. */
            originalSummary: string | null;
            /** @description The instruction before the edits; empty if there was no instruction. Null without an edit. */
            originalInstruction: string | null;
            /**
             * @description The outcome of the call before the edits; empty if it was unknown. Null without an edit.
             * @enum {string|null}
             */
            originalBooking: "booked" | "not_booked_undecided" | "not_booked_unreached" | "not_booked_other" | "not_a_lead" | "unclear" | "" | null;
            /**
             * @description Like originalBooking, for asked.
             * @enum {string|null}
             */
            originalAsked: "asked" | "not_asked" | "unclear" | "" | null;
            /**
             * @description Like originalBooking, for reached.
             * @enum {string|null}
             */
            originalReached: "reached" | "not_reached" | "unclear" | "" | null;
        };
        CallRecordDto: {
            /** @description The account in the field-service platform. */
            database: string;
            databaseDisplayName: string;
            /** Format: date-time */
            storedAt: string;
        };
        FullCallLinksDto: {
            self: string;
            /** @description The recording, if there is one. */
            audio: string | null;
            /** @description The transcript, if there is a result. */
            transcript: string | null;
            /** @description The messages about the call. */
            deliveries: string;
        };
        FullCallDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /** @enum {string} */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo" | "inbox";
            externalId: string | null;
            leadCallId: string | null;
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            from: string | null;
            to: string | null;
            customerName: string | null;
            /** @description Name of the agent for the company: the member's name, once the agent is matched. */
            agentName: string | null;
            /**
             * @description Source of the agent's name: sent with the call, ServiceTitan, recognized in the call, or corrected by a user.
             * @enum {string|null}
             */
            agentSource: "given" | "servicetitan" | "heard" | "corrected" | null;
            jobId: string | null;
            customerId: string | null;
            /** @description Call type in ServiceTitan. */
            callType: string | null;
            /** @description Call reason in ServiceTitan. */
            callReason: string | null;
            /** @description Campaign in ServiceTitan. */
            campaign: string | null;
            /** @description Business unit in ServiceTitan. */
            businessUnit: string | null;
            /** @description Tag in ServiceTitan. */
            tag: string | null;
            /**
             * Format: date-time
             * @description When the call took place, according to the sender.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             */
            receivedAt: string;
            /** @description Attempts so far, including the current one. */
            attempts: number;
            /**
             * @description Why the call was skipped, if it was.
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "abandoned" | "no_recording" | null;
            /** @description skipReason as a sentence. */
            skipMessage: string | null;
            /** @description The error in the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Set once completed. Kept while the call is reprocessed, and if that fails. */
            result: components["schemas"]["CallResultDto"] | null;
            /** @description The correction of the result's label, with the user and the original label, if there is one. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /** @description Whether a job in ServiceTitan shows that the call was booked, in addition to the result's booking. Null without a job. */
            bookingFact: components["schemas"]["BookingFactDto"] | null;
            /** @description Quality of that transcript; null if the engine reports no confidence. */
            transcriptQuality: components["schemas"]["TranscriptQualityDto"] | null;
            /** @description Length of the recording. */
            durationSeconds: number | null;
            /** @description The readable part of the recording, if a part is missing or damaged. */
            recordingLoss: components["schemas"]["RecordingLossDto"] | null;
            /** @description How long processing took. */
            processingSeconds: number | null;
            /** @description Minutes counted for the call; null until it is completed. */
            usageMinutes: number | null;
            /** @description Engines that produced the result. */
            engines: components["schemas"]["CallEnginesDto"] | null;
            /** @description Id in the list of customers. Null without a result, or if nothing identifies the customer. */
            customer: components["schemas"]["CallCustomerDto"] | null;
            /** @description Starts at 1 and increases each time the call is reprocessed. */
            runNumber: number;
            /** @description Run that produced the result: an earlier one while the call is reprocessed, or if that failed. Null without a result. */
            resultRunNumber: number | null;
            /** @description Whether the recording is available. */
            hasRecording: boolean;
            /** @description Whether the sender sent a transcript instead of a recording. Such a call never has a recording. */
            hasGivenTranscript: boolean;
            /**
             * @description Whether a tone replaces card numbers and other secrets in the recording. unchecked: not known until the call is transcribed. pending: the positions are known. The recording becomes available once it is done. Null if the account does not redact audio.
             * @enum {string|null}
             */
            audioRedaction: "unchecked" | "pending" | "done" | null;
            /** @description Positions of the tone in the recording. */
            tones: components["schemas"]["ToneDto"][];
            /**
             * Format: date-time
             * @description When the recording was deleted under the retention policy.
             */
            recordingExpiredAt: string | null;
            /**
             * Format: date-time
             * @description When the transcript was deleted under the retention policy. The summary and label are kept.
             */
            transcriptExpiredAt: string | null;
            /** @description Edits and originals of the result's words. Null without a result. */
            words: components["schemas"]["CallWordsDto"] | null;
            /** @description Waveform for the player: loudness from 0 to 100. */
            peaks: number[] | null;
            /** @description Audio channel of the customer (0 left, 1 right), if each side has its own. Kept when the call is reprocessed. */
            customerChannel: number | null;
            /** @description The usage record and the time of the result, if there is a result. */
            record: components["schemas"]["CallRecordDto"] | null;
            links: components["schemas"]["FullCallLinksDto"];
        };
        CorrectCallDto: {
            customerName?: string | null;
            /** @description Name of the person who spoke for the company. Kept when the call is reprocessed. */
            agentName?: string | null;
            /** @enum {string|null} */
            direction?: "inbound" | "outbound" | null;
            /** @description The calling number. */
            from?: string | null;
            /** @description The called number. */
            to?: string | null;
            /** @description ID of the job in the field-service platform. */
            jobId?: string | null;
            /**
             * Format: date-time
             * @description When the call took place, in ISO 8601. UTC unless a time zone is given.
             */
            startedAt?: string | null;
        };
        TranscriptDto: {
            /** @description Engine that produced the transcript. */
            engine: string;
            /** @description A note about the quality of this engine's transcripts, if there is one. */
            engineNote: string | null;
            /** @description BCP 47. */
            language: string;
            /** @description Whether agent and customer were told apart by their words alone, so some lines may be swapped. */
            speakersGuessed: boolean;
            segments: components["schemas"]["TranscriptSegmentDto"][];
            /** Format: uuid */
            callId: string;
            /** @description Length of the recording. */
            durationSeconds: number;
            /** @description The segments as plain text, one per line. */
            text: string;
        };
        CorrectTranscriptDto: {
            /** @description Index of the transcript segment to correct. If omitted, all segments are corrected. */
            segment?: number;
            /** @description Whole words from the transcript. Case is ignored. */
            from: string;
            /** @description What was actually said. Replaces every occurrence. */
            to: string;
        };
        CorrectLabelDto: {
            /**
             * @description The right label.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            why?: string | null;
            /**
             * Format: date-time
             * @description correctedAt of the correction that this replaces; omit it if the call has no correction. If the call was corrected in between, the response is 409.
             */
            replaces?: string | null;
        };
        EditWordsDto: {
            /** @description The summary as shown to people. Null restores the original. If omitted, nothing changes. */
            summary?: string | null;
            /** @description What to do, on one line. Null restores the original. If omitted, nothing changes. */
            instruction?: string | null;
            /**
             * @description The outcome of the call. Null restores the original. If omitted, nothing changes.
             * @enum {string|null}
             */
            booking?: "booked" | "not_booked_undecided" | "not_booked_unreached" | "not_booked_other" | "not_a_lead" | "unclear" | null;
            /**
             * @description Whether the agent asked for the booking; only for calls that are not booked. Null restores the original. If omitted, nothing changes.
             * @enum {string|null}
             */
            asked?: "asked" | "not_asked" | "unclear" | null;
            /**
             * @description Whether a person on the customer's side spoke with the company; only for outbound calls. Null restores the original. If omitted, nothing changes.
             * @enum {string|null}
             */
            reached?: "reached" | "not_reached" | "unclear" | null;
            /**
             * Format: date-time
             * @description editedAt of the latest edit you've seen; null if the call had no edit. If the words were edited in between, the response is 409. If omitted, the words are replaced regardless.
             */
            replaces?: string | null;
        };
        CreateSharedLinkDto: {
            /**
             * @description Content of the link. summary: label and summary, without phone number. clip: a part of the recording and the words in it. whole: also transcript, recording and phone number.
             * @enum {string}
             */
            scope: "summary" | "clip" | "whole";
            /**
             * @description Number of days the link works.
             * @enum {number}
             */
            days: 1 | 7 | 30;
            /** @description For a clip: its start, in seconds. */
            fromSeconds?: number;
            /** @description For a clip: its end, in seconds, at most five minutes after its start. */
            toSeconds?: number;
        };
        ClipDto: {
            fromSeconds: number;
            toSeconds: number;
        };
        NewSharedLinkDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            scope: "summary" | "clip" | "whole";
            /** @description The part of the recording, for a clip. */
            clip: components["schemas"]["ClipDto"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            firstOpenedAt: string | null;
            /** Format: date-time */
            lastOpenedAt: string | null;
            /** @description Number of times a browser opened the page. Link scanners don't count. */
            openings: number;
            /** @description URL of the page. It is only returned here and cannot be retrieved later. */
            url: string;
        };
        SharedLinkDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            scope: "summary" | "clip" | "whole";
            /** @description The part of the recording, for a clip. */
            clip: components["schemas"]["ClipDto"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            firstOpenedAt: string | null;
            /** Format: date-time */
            lastOpenedAt: string | null;
            /** @description Number of times a browser opened the page. Link scanners don't count. */
            openings: number;
        };
        SharedResultDto: {
            /**
             * @description The sentiment, or needs_review. A guess is not shared.
             * @enum {string}
             */
            label: "positive" | "neutral" | "negative" | "needs_review";
            /** @enum {string|null} */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /** @description Null next to a summary. */
            topic: string | null;
            /** @description Quotes that explain the label. */
            quotes: string[];
            /** @description Null if no language model wrote one. */
            summary: string | null;
            keyPoints: string[];
            /** @description What the company should do. */
            followUp: string | null;
        };
        SharedSegmentDto: {
            /** @enum {string} */
            speaker: "agent" | "customer" | "unknown";
            /** @description Milliseconds from the start of the audio. */
            startMs: number;
            text: string;
        };
        SharedTranscriptDto: {
            /** @description Whether many words are probably wrong. */
            isUnreliable: boolean;
            /** @description Whether agent and customer were told apart by their words alone. */
            speakersGuessed: boolean;
            segments: components["schemas"]["SharedSegmentDto"][];
        };
        SharedCallDto: {
            /** @enum {string} */
            scope: "summary" | "clip" | "whole";
            /** @description The company, or the product if the account has no company. */
            sharedBy: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description IANA time zone of the times. */
            timeZone: string;
            /**
             * Format: date-time
             * @description When the call took place.
             */
            startedAt: string;
            /** @description Length of the call, or of the clip. */
            durationSeconds: number | null;
            /** @description Not shared for a clip. */
            customerName: string | null;
            /** @description The customer's number, only for a whole call. */
            phone: string | null;
            /**
             * @description Not shared for a clip.
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @description Not shared for a clip. */
            result: components["schemas"]["SharedResultDto"] | null;
            /** @description For a whole call or a clip, while the transcript is kept. */
            transcript: components["schemas"]["SharedTranscriptDto"] | null;
            /** @description Whether there is a recording to play. */
            hasAudio: boolean;
        };
        SavedFilterDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The filters as query parameters of the call list. */
            filters: {
                [key: string]: string;
            };
        };
        SaveFilterDto: {
            /** @description One or more of positive, neutral, negative, needs_review, separated by commas. needs_review finds calls whose sentiment is only a guess. The other labels exclude these calls. */
            sentiment?: string;
            /** @description One or more of no_show, delay, quality, price, billing, communication, rudeness, praise, booking, other, separated by commas. */
            topic?: string;
            /** @description Outcome of the call: one or more of booked, not_booked_undecided, not_booked_unreached, not_booked_other, not_a_lead, unclear, separated by commas. */
            booking?: string;
            /** @description Whether the agent asked for the booking, for calls not booked: one or more of asked, not_asked, unclear, separated by commas. */
            asked?: string;
            /** @description Whether an outbound call reached a person: one or more of reached, not_reached, unclear, separated by commas. */
            reached?: string;
            /**
             * @description Only calls with a job in ServiceTitan that names the call or its customer.
             * @enum {string}
             */
            hasJob?: "true";
            /** @description One or more of received, queued, released, running, completed, skipped, failed, timed_out, separated by commas. */
            state?: string;
            /** @enum {string} */
            direction?: "inbound" | "outbound";
            /**
             * Format: uuid
             * @description ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found.
             */
            agent?: string;
            /** @description Call type in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
            callType?: string;
            /** @description Call reason in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
            callReason?: string;
            /** @description Campaign in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
            campaign?: string;
            /** @description Business unit in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
            businessUnit?: string;
            /** @description Tag in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
            tag?: string;
            /** @description 1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only calls with a label. */
            weekday?: number;
            /** @description Hour in which the call took place, in the account's time zone: 9 for 9:00 to 9:59. */
            hour?: number;
            /** @description Calls on or after this date or time, in ISO 8601. Dates are in the account's time zone, times in UTC unless a time zone is given. */
            from?: string;
            /** @description Calls up to the end of this date, or before this time. */
            to?: string;
            /**
             * @description Calls from today, yesterday, today and the 7 or 30 days before it, or last week (Monday to Sunday), in the account's time zone.
             * @enum {string}
             */
            range?: "today" | "yesterday" | "7d" | "last_week" | "30d";
            /**
             * @description The time to which from, to and the order refer. For calls without a start time, or with one in the future, startedAt is the time of receipt.
             * @default startedAt
             * @enum {string}
             */
            time: "startedAt" | "receivedAt";
            /** @description Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: "leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. Numbers match in any format, and phone numbers also partially. If no call has all words, the last one is treated as the beginning of a word, and finally the search as a misspelled name. */
            search?: string;
            /** @description Unique regardless of case. */
            name: string;
        };
        DrawnCallDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            from: string | null;
            to: string | null;
            customerName: string | null;
            /** @description Length of the recording. */
            durationSeconds: number | null;
            /** @description Waveform for the player: loudness from 0 to 100. */
            peaks: number[] | null;
            /**
             * Format: date-time
             * @description When the call took place, or else when it was received.
             */
            startedAt: string;
            /** @description The recording. */
            audio: string;
        };
        AnswerCheckDto: {
            /**
             * @description The correct label based on what you heard.
             * @enum {string}
             */
            answer: "positive" | "neutral" | "negative" | "cant_tell";
        };
        CheckResultDto: {
            /** @enum {string} */
            answer: "positive" | "neutral" | "negative" | "cant_tell";
            /** @description The analyst's label. */
            original: components["schemas"]["OriginalLabelDto"];
            /** @description Whether the analyst's label matches the answer. Null if you can't tell. */
            isRight: boolean | null;
            /**
             * Format: date-time
             * @description When the answer corrected the call's label; null if it did not.
             */
            correctedAt: string | null;
        };
        SkipCheckDto: {
            /** @enum {string} */
            reason: "on_the_call" | "bad_audio" | "not_a_customer" | "other";
        };
        AccuracyFigureDto: {
            /** @description 0 to 1. */
            share: number;
            /** @description Lower bound of the 95 % confidence interval. */
            low: number;
            /** @description Upper bound of the 95 % confidence interval. */
            high: number;
        };
        AccuracyDto: {
            /** @description Number of checked calls that were labeled correctly. */
            right: number;
            /** @description Number of checked calls. */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
        };
        SentimentAccuracyDto: {
            /** @description Number of checked calls that were labeled correctly. */
            right: number;
            /** @description Number of checked calls. */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            /**
             * @description Label of the calls.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
        };
        EngineAccuracyDto: {
            /** @description Number of checked calls that were labeled correctly. */
            right: number;
            /** @description Number of checked calls. */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            engine: string;
        };
        MonthAccuracyDto: {
            /** @description Number of checked calls that were labeled correctly. */
            right: number;
            /** @description Number of checked calls. */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            /** @description Month of the calls, in the account's time zone. */
            month: string;
        };
        ReviewLimitDto: {
            engine: string;
            /** @description Labels with a confidence below this value, from 0 to 1, need a listen. */
            limit: number;
            /**
             * @description standard: a fixed limit. shipped: measured with synthetic calls. checks: measured with the checked calls. unreached: the checked calls were wrong more often at every confidence, so a stricter limit applies.
             * @enum {string}
             */
            source: "standard" | "shipped" | "checks" | "unreached";
            /** @description Number of this analyst's checked calls. They determine the limit once there are 50 or more. */
            checked: number;
        };
        ReviewChoiceDto: {
            /** @enum {string} */
            tolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /** @description One entry per analyst of the latest calls, starting with the last call's analyst. */
            limits: components["schemas"]["ReviewLimitDto"][];
            /** @description Number of the latest calls that would need a listen. */
            needsListen: number;
        };
        ReviewDto: {
            /**
             * @description The account's reviewTolerance.
             * @enum {string}
             */
            tolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /** @description Number of latest calls considered, up to 200. */
            calls: number;
            /** @description The effects of each choice. */
            choices: components["schemas"]["ReviewChoiceDto"][];
        };
        AccuracyReportDto: {
            /** @description Accuracy for calls with a label, except calls that need a listen. */
            overall: components["schemas"]["AccuracyDto"];
            bySentiment: components["schemas"]["SentimentAccuracyDto"][];
            byEngine: components["schemas"]["EngineAccuracyDto"][];
            byMonth: components["schemas"]["MonthAccuracyDto"][];
            /** @description Accuracy of the guesses for calls that need a listen. */
            needsListen: components["schemas"]["AccuracyDto"];
            /** @description Checked calls without a clear correct label. They don't count toward the accuracy. */
            cantTell: number;
            /** @description Number of drawn calls that were skipped. */
            skipped: number;
            /** @description The limits below which calls need a listen. */
            review: components["schemas"]["ReviewDto"];
        };
        BulkProgressDto: {
            /** @description Number of calls when the reprocessing started. */
            total: number;
            /** @description Number of these calls that have been reprocessed. */
            finished: number;
            /** Format: date-time */
            startedAt: string;
        };
        BasicCallsDto: {
            /** @description Number of calls that the basic recognizer transcribed and that can be reprocessed, at most 10,000 per account. 0 while there is no better recognizer. */
            calls: number;
            /** @description Number of accounts with such calls. */
            accounts: number;
            /** @description Progress of the reprocessing; null if none is running. New calls are processed first. */
            progress: components["schemas"]["BulkProgressDto"] | null;
        };
        CallImportDto: {
            /** Format: date-time */
            since: string;
            /**
             * @description counting, then counted. After the start: fetching, then fetched, until the last call has ended.
             * @enum {string}
             */
            state: "counting" | "counted" | "fetching" | "fetched";
            /** @description Number of calls that aren't in the account yet and match its settings. */
            calls: number;
            /** @description Their total length according to ServiceTitan. */
            minutes: number;
            /** @description Maximum cost of these minutes, if the plan includes none of them. Null without payments. */
            maxPriceCents: number | null;
            /** @description Number of fetched calls. */
            fetched: number;
            /** @description Fetched calls that are queued or in progress. New calls are processed first. */
            open: number;
        };
        CallImportStateDto: {
            /** @description Null if no import is in progress. */
            import: components["schemas"]["CallImportDto"] | null;
        };
        StartCallImportDto: {
            /** @description Calls on or after this date or time, at most 60 days ago. Dates are in the account's time zone. */
            since: string;
        };
        FollowUpBroughtDto: {
            /** @description US cents. */
            cents: number;
            /** @description Whether the value is the account's averageTicketDollars, because the job's total is unknown. */
            isEstimate: boolean;
            /** @description The job in ServiceTitan, once found. */
            jobId: string | null;
        };
        FollowUpCustomerDto: {
            /**
             * Format: uuid
             * @description Null if nothing identifies the customer, such as for a withheld number.
             */
            id: string | null;
            name: string | null;
            phone: string | null;
            /** @description The sender's ID for a customer whose number is unknown. */
            reference: string | null;
        };
        FollowUpAssigneeDto: {
            /**
             * Format: uuid
             * @description User ID.
             */
            id: string;
            /** @description The email address if the member has no name. */
            name: string;
        };
        FollowUpQuoteDto: {
            /** @description The words recognized in the call. */
            text: string;
            /** @description Position in the recording in milliseconds. */
            startMs: number;
        };
        FollowUpPromiseDto: {
            /** @description The words recognized in the call. */
            text: string;
            /** @description Position in the recording in milliseconds. */
            startMs: number;
            /** @description Whether a user has confirmed the promise; false if denied. Null until a user does either. */
            isConfirmed: boolean | null;
        };
        FollowUpDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description The most pressing kind among its calls.
             * @enum {string}
             */
            kind: "unhappy" | "lead" | "rule" | "promise" | "voicemail" | "review";
            /**
             * @description Only in the list of waiting follow-ups. today: in danger, or called or became due since the office last closed. later: due after today. older: all other waiting follow-ups.
             * @enum {string|null}
             */
            section: "today" | "later" | "older" | null;
            /** @description Whether the words of one of its calls suggest that someone may be in danger. */
            isDanger: boolean;
            /** @description Number of unanswered callbacks since the customer's last call. The next attempt is at snoozedUntil. */
            tries: number;
            /** @enum {string} */
            state: "open" | "in_progress" | "done" | "dismissed";
            /**
             * @description Set once the follow-up is done.
             * @enum {string|null}
             */
            outcome: "recovered" | "won" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /** @description The value of a lead that was won back. Null if it is unknown. */
            brought: components["schemas"]["FollowUpBroughtDto"] | null;
            /** Format: date-time */
            dueAt: string;
            /** @description Whether dueAt was promised in the call. */
            isPromisedTime: boolean;
            /** @description Whether the customer is still waiting after dueAt. False while the follow-up is snoozed. */
            isOverdue: boolean;
            /** Format: date-time */
            snoozedUntil: string | null;
            /**
             * Format: date-time
             * @description When the first call took place.
             */
            openedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer was reached.
             */
            calledBackAt: string | null;
            /**
             * Format: uuid
             * @description The later call that settled the follow-up.
             */
            closedByCallId: string | null;
            /** @description Send it with a change, which is rejected if someone else made one first. */
            version: number;
            /** @description Number of the customer's calls in the follow-up. */
            callCount: number;
            /** Format: date-time */
            firstCalledAt: string | null;
            /**
             * Format: uuid
             * @description The deciding call.
             */
            callId: string;
            /** @description Agent of that call. */
            label: string | null;
            customer: components["schemas"]["FollowUpCustomerDto"];
            /** @description The assigned user. */
            assignee: components["schemas"]["FollowUpAssigneeDto"] | null;
            /** @description Name or address of someone without a user account who took it through a link in a message. */
            takenBy: string | null;
            /** @description What to do, on one line. */
            why: string;
            quote: components["schemas"]["FollowUpQuoteDto"] | null;
            /** @description The company's promise in its own words, if any. Null once the transcript is deleted. */
            promise: components["schemas"]["FollowUpPromiseDto"] | null;
        };
        TodayCountsDto: {
            /** @description In danger, or called or became due since the office last closed. */
            today: number;
            /** @description Promises that are due after today. */
            later: number;
            /** @description All other waiting follow-ups. */
            older: number;
            snoozed: number;
            /** @description Customers who were reached today, except customers who are still unhappy. */
            calledBack: number;
        };
        TodayProgressDto: {
            title: string;
            /** @description Open callbacks. */
            text: string;
        };
        SkippedCallsDto: {
            calls: number;
            /** @description Number of these calls over 30 seconds. */
            longer: number;
            text: string;
        };
        TodayDto: {
            /** @description Whether the office is open now. */
            isOpen: boolean;
            /**
             * Format: date-time
             * @description When the office closes today; null on a day on which it stays closed.
             */
            closesAt: string | null;
            /** @description Today's first customers, by the cost of waiting. */
            followUps: components["schemas"]["FollowUpDto"][];
            counts: components["schemas"]["TodayCountsDto"];
            /**
             * Format: date-time
             * @description When the first call of the older waiting follow-ups took place; null without older follow-ups.
             */
            oldestAt: string | null;
            /**
             * Format: date-time
             * @description When the next snoozed follow-up returns to the list, for example after an unanswered callback.
             */
            backAt: string | null;
            /** @description Summary of the day, once none of today's customers is waiting or the office has closed. */
            progress: components["schemas"]["TodayProgressDto"] | null;
            /** @description Last week's calls below the minimum length. Null if none of them was over 30 seconds. */
            skipped: components["schemas"]["SkippedCallsDto"] | null;
        };
        CloseFollowUpsDto: {
            /** @description Closes follow-ups that were last called or due before this date or time, in ISO 8601. Dates begin in the account's time zone. It must not be later than the beginning of today. */
            before: string;
        };
        FollowUpClosingDto: {
            /** @description ID for undoing this. */
            id: string;
            closed: number;
            /** @description How many are left to close. Repeat the request to close them. */
            left: number;
            /** @description Number of follow-ups left open because a colleague has taken them. */
            kept: number;
        };
        UndoneClosingDto: {
            /** @description Number of reopened follow-ups. */
            reopened: number;
        };
        FollowUpPageDto: {
            followUps: components["schemas"]["FollowUpDto"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        FollowUpCountsDto: {
            /** @description Number of customers to call back, without snoozed follow-ups. */
            waiting: number;
            overdue: number;
            /** @description Number of follow-ups assigned to the current user. */
            mine: number;
            unassigned: number;
            snoozed: number;
        };
        OpenDayDto: {
            /** Format: date-time */
            opensAt: string;
            /** Format: date-time */
            closesAt: string;
        };
        LeadPreviewDto: {
            /** @description Number of customers a lead would have been opened for. */
            customers: number;
            /** @description Calls of customers who wanted new work and did not book. */
            unbooked: number;
            /** @description Calls of customers who hung up before anyone answered and did not get through later. */
            hangUps: number;
            /** @description Calls with a known booking outcome. */
            judged: number;
        };
        FollowUpEventDto: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description For a call, when it took place.
             */
            at: string;
            /** @enum {string} */
            type: "opened" | "joined" | "called" | "taken" | "assigned" | "released" | "snoozed" | "noted" | "corrected" | "promise_confirmed" | "promise_denied" | "overdue" | "done" | "dismissed" | "reopened";
            /** @description Null for automatic entries. */
            actor: string | null;
            /** @enum {string|null} */
            outcome: "recovered" | "won" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /** @description `assigned`: the assignee's name. `corrected`: the right label. */
            note: string | null;
            /**
             * Format: date-time
             * @description Set for `snoozed`, and for `called` without an answer.
             */
            until: string | null;
            /**
             * Format: uuid
             * @description The call that caused the event. For `reopened` with an actor, the call that no longer closes it.
             */
            callId: string | null;
        };
        FollowUpCallDto: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            durationSeconds: number | null;
            /** @description Null without a result. */
            label: string | null;
            summary: string | null;
            agentName: string | null;
            /** @description Whether the call belongs to the follow-up or settled it. */
            isPartOfThis: boolean;
        };
        FollowUpDetailsDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description The most pressing kind among its calls.
             * @enum {string}
             */
            kind: "unhappy" | "lead" | "rule" | "promise" | "voicemail" | "review";
            /**
             * @description Only in the list of waiting follow-ups. today: in danger, or called or became due since the office last closed. later: due after today. older: all other waiting follow-ups.
             * @enum {string|null}
             */
            section: "today" | "later" | "older" | null;
            /** @description Whether the words of one of its calls suggest that someone may be in danger. */
            isDanger: boolean;
            /** @description Number of unanswered callbacks since the customer's last call. The next attempt is at snoozedUntil. */
            tries: number;
            /** @enum {string} */
            state: "open" | "in_progress" | "done" | "dismissed";
            /**
             * @description Set once the follow-up is done.
             * @enum {string|null}
             */
            outcome: "recovered" | "won" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /** @description The value of a lead that was won back. Null if it is unknown. */
            brought: components["schemas"]["FollowUpBroughtDto"] | null;
            /** Format: date-time */
            dueAt: string;
            /** @description Whether dueAt was promised in the call. */
            isPromisedTime: boolean;
            /** @description Whether the customer is still waiting after dueAt. False while the follow-up is snoozed. */
            isOverdue: boolean;
            /** Format: date-time */
            snoozedUntil: string | null;
            /**
             * Format: date-time
             * @description When the first call took place.
             */
            openedAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer was reached.
             */
            calledBackAt: string | null;
            /**
             * Format: uuid
             * @description The later call that settled the follow-up.
             */
            closedByCallId: string | null;
            /** @description Send it with a change, which is rejected if someone else made one first. */
            version: number;
            /** @description Number of the customer's calls in the follow-up. */
            callCount: number;
            /** Format: date-time */
            firstCalledAt: string | null;
            /**
             * Format: uuid
             * @description The deciding call.
             */
            callId: string;
            /** @description Agent of that call. */
            label: string | null;
            customer: components["schemas"]["FollowUpCustomerDto"];
            /** @description The assigned user. */
            assignee: components["schemas"]["FollowUpAssigneeDto"] | null;
            /** @description Name or address of someone without a user account who took it through a link in a message. */
            takenBy: string | null;
            /** @description What to do, on one line. */
            why: string;
            quote: components["schemas"]["FollowUpQuoteDto"] | null;
            /** @description The company's promise in its own words, if any. Null once the transcript is deleted. */
            promise: components["schemas"]["FollowUpPromiseDto"] | null;
            /** @description The history, latest entry last. */
            events: components["schemas"]["FollowUpEventDto"][];
            /** @description The latest 50 calls with the customer, latest first. */
            calls: components["schemas"]["FollowUpCallDto"][];
            /** @description Closed follow-ups of the customer, latest first. */
            earlier: components["schemas"]["FollowUpDto"][];
        };
        ChangeFollowUpDto: {
            /**
             * @description take: assigns it to you. assign: assigns it to assigneeId. release: removes the assignee. snooze: hides it until a time. unsnooze: returns it to the list. note: adds a note to the history. no_answer: keeps it waiting, and returns it to the list in two business hours. still_unhappy: keeps it waiting, assigned to an owner of the account, as with done and this outcome. done: closes it with an outcome; the outcome no_answer means that no one answered in the end. dismiss: closes it because no callback was needed; send correctLabel if the label was wrong. confirm_promise, deny_promise: whether the company promised something in the call; only a confirmed promise counts as kept or broken. reopen: returns it to the list with its earlier label. A call that closed it before does not close it again.
             * @enum {string}
             */
            action: "take" | "assign" | "release" | "snooze" | "unsnooze" | "note" | "no_answer" | "still_unhappy" | "done" | "dismiss" | "confirm_promise" | "deny_promise" | "reopen";
            /** @description The version you last read. The change is rejected if the follow-up has changed since. If omitted, only follow-ups that someone else has taken are protected. */
            version?: number;
            /**
             * Format: uuid
             * @description For assign: user ID of a member.
             */
            assigneeId?: string;
            /**
             * Format: date-time
             * @description For snooze: a time in the next 60 days. UTC unless a time zone is given.
             */
            until?: string;
            /** @description Required with note; optional with no_answer, still_unhappy, done and dismiss. */
            note?: string;
            /**
             * @description For done.
             * @enum {string}
             */
            outcome?: "recovered" | "won" | "called_back" | "still_unhappy" | "no_answer" | "not_needed";
            /**
             * @description For dismiss, for an unhappy customer or a call that needs a listen: the right label of the call. The call is corrected and the follow-up dismissed in one step. The follow-up stays open if the right label is negative, or if the customer is waiting for something else, such as a promise.
             * @enum {string}
             */
            correctLabel?: "positive" | "neutral" | "negative";
            /** @description For correctLabel: why the label was wrong. Stored with the correction of the call. */
            why?: string;
        };
        DeliveryErrorDto: {
            code: string;
            message: string;
        };
        DeliveryTryDto: {
            /** @description Counted from 1. */
            attempt: number;
            /**
             * @description State after the attempt.
             * @enum {string}
             */
            outcome: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /** @description The error in this attempt, if any. */
            error: components["schemas"]["DeliveryErrorDto"] | null;
            /** Format: date-time */
            startedAt: string;
            /** Format: date-time */
            finishedAt: string;
        };
        DeliveryDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "callback" | "webhook";
            /** @description An email address, or the name of a channel. */
            destination: string;
            /** @description The call's run that the message is about. */
            runNumber: number;
            /**
             * @description Event of the call that the message reports; null for the end of the run.
             * @enum {string|null}
             */
            event: "call.corrected" | "call.edited" | "call.confirmed" | "call.written" | null;
            /**
             * @description Event of the follow-up that the message reports; null for a message about a call.
             * @enum {string|null}
             */
            followUpEvent: "opened" | "joined" | "called" | "taken" | "assigned" | "released" | "snoozed" | "noted" | "corrected" | "promise_confirmed" | "promise_denied" | "overdue" | "done" | "dismissed" | "reopened" | null;
            /**
             * @description sent, failed, dead and suppressed are final. suppressed: not sent, for the reason in lastError. unknown: the message may have arrived.
             * @enum {string}
             */
            state: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /** @description Attempts so far. */
            attempts: number;
            /** @description The error in the last attempt, if any. */
            lastError: components["schemas"]["DeliveryErrorDto"] | null;
            /** @description ID of the message in the remote system. */
            providerRef: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due, while the message is waiting.
             */
            nextTryAt: string | null;
            /** Format: date-time */
            sentAt: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description All attempts, oldest first. */
            tries: components["schemas"]["DeliveryTryDto"][];
        };
        CustomerRiskDto: {
            /**
             * @description promise_overdue: the office has not kept a promise. unhappy_twice: two or more Negative calls in 30 days. turned_unhappy: the latest judged call is Negative, and an earlier one in the last 180 days was Positive. many_calls: the customer called three or more times in 7 days.
             * @enum {string}
             */
            kind: "promise_overdue" | "unhappy_twice" | "turned_unhappy" | "many_calls";
            /**
             * Format: date-time
             * @description When the latest of the calls took place, or when the promise was due.
             */
            at: string;
            /** @description Number of calls that cause the risk; 0 for a promise. */
            calls: number;
        };
        CustomerDto: {
            /** Format: uuid */
            id: string;
            name: string | null;
            /** @description Whether a member entered the name. Calls don't overwrite it. */
            isNameCorrected: boolean;
            phones: string[];
            /** @description IDs from the sender, for calls without a number. */
            references: string[];
            /** Format: date-time */
            lastCalledAt: string | null;
            /** @description Number of calls in the last 90 days, up to 500. */
            recentCalls: number;
            /** @description Label of the latest call whose label is not only a guess. */
            label: string | null;
            /** @description Why you might lose the customer. */
            risks: components["schemas"]["CustomerRiskDto"][];
            /**
             * Format: uuid
             * @description The waiting follow-up.
             */
            followUpId: string | null;
            /**
             * Format: date-time
             * @description When the snoozed follow-up reappears.
             */
            snoozedUntil: string | null;
        };
        CustomerPageDto: {
            customers: components["schemas"]["CustomerDto"][];
            /** @description Null on the last page. */
            nextCursor: string | null;
        };
        CustomerMonthDto: {
            month: string;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Number of calls whose label is only a guess. */
            needsReview: number;
        };
        CustomerPromiseDto: {
            /** Format: uuid */
            followUpId: string;
            /** Format: uuid */
            callId: string;
            /** @description The promise, if the call contains its words. */
            what: string | null;
            /** Format: date-time */
            promisedAt: string;
            /** Format: date-time */
            dueAt: string;
            /**
             * @description late: kept after dueAt. broken: not kept or overdue.
             * @enum {string}
             */
            state: "kept" | "late" | "open" | "broken";
        };
        CustomerNoteDto: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: string | null;
            note: string;
            /** Format: uuid */
            followUpId: string;
        };
        CustomerDetailsDto: {
            /** Format: uuid */
            id: string;
            name: string | null;
            /** @description Whether a member entered the name. Calls don't overwrite it. */
            isNameCorrected: boolean;
            phones: string[];
            /** @description IDs from the sender, for calls without a number. */
            references: string[];
            /** Format: date-time */
            lastCalledAt: string | null;
            /** @description Number of calls in the last 90 days, up to 500. */
            recentCalls: number;
            /** @description Label of the latest call whose label is not only a guess. */
            label: string | null;
            /** @description Why you might lose the customer. */
            risks: components["schemas"]["CustomerRiskDto"][];
            /**
             * Format: uuid
             * @description The waiting follow-up.
             */
            followUpId: string | null;
            /**
             * Format: date-time
             * @description When the snoozed follow-up reappears.
             */
            snoozedUntil: string | null;
            /** @description Labels of the calls in the last 12 months, earliest month first. */
            months: components["schemas"]["CustomerMonthDto"][];
            /** @description The latest 20 promises, latest first. */
            promises: components["schemas"]["CustomerPromiseDto"][];
            /** @description The latest 50 notes in the customer's follow-ups, latest first. */
            notes: components["schemas"]["CustomerNoteDto"][];
        };
        RenameCustomerDto: {
            /** @description Later calls won't overwrite this name. An empty name restores the name from the latest call. */
            name: string;
        };
        MergeCustomerDto: {
            /**
             * Format: uuid
             * @description The customer whose numbers, calls and follow-ups move to this one.
             */
            customerId: string;
        };
        SplitCustomerDto: {
            /** @description One of the customer's phone numbers in any format, or one of the references. */
            phone: string;
        };
        ErasedCustomerDto: {
            /**
             * Format: uuid
             * @description The customer to erase, with all numbers. Send this, phone, or both.
             */
            customerId?: string;
            /** @description A phone number. If it belongs to a customer with several numbers, all of those numbers are erased. */
            phone?: string;
        };
        ErasableCallsDto: {
            /** @description Number of calls that would be erased, including calls without a result. */
            calls: number;
        };
        ErasureDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description Scope of the erasure: one call, or a customer.
             * @enum {string}
             */
            kind: "call" | "customer";
            /** Format: date-time */
            requestedAt: string;
            /** @description Name or email address of the user; null once the user is deleted. */
            requestedBy: string | null;
            /** @description Number of calls to erase. */
            calls: number;
            /** @description Number of permanently erased calls, including their recordings. */
            erasedCalls: number;
            /** @description Number of recordings deleted from the storage. */
            recordings: number;
            /** @description Whether the call's notes were also removed from ServiceTitan. False: ServiceTitan rejected it, or could not be reached for a day. Null: the removal was not requested, is not done yet, or had nothing to remove. */
            notesRemoved: boolean | null;
            /**
             * Format: date-time
             * @description When the erasure was completed; null while it's in progress.
             */
            finishedAt: string | null;
        };
        ErasureListDto: {
            erasures: components["schemas"]["ErasureDto"][];
        };
        /**
         * @description queued, running: in progress. ready: the file can be downloaded. replaced, deleted, expired, erased: the file was deleted because of a newer export, by a user, after 7 days, or because calls in it were deleted.
         * @enum {string}
         */
        ExportState: "queued" | "running" | "ready" | "failed" | "canceled" | "replaced" | "deleted" | "expired" | "erased";
        AccountExportDto: {
            /** Format: uuid */
            id: string;
            /** @description queued, running: in progress. ready: the file can be downloaded. replaced, deleted, expired, erased: the file was deleted because of a newer export, by a user, after 7 days, or because calls in it were deleted. */
            state: components["schemas"]["ExportState"];
            /** Format: date-time */
            requestedAt: string;
            /** @description Name or email address of the user; null once the user is deleted. */
            requestedBy: string | null;
            /** @description Number of calls in the export; 0 until a worker has started it. */
            totalCalls: number;
            /** @description Number of calls that are already in the file with their recordings. */
            doneCalls: number;
            percent: number;
            /** @description Size of the file, once it is ready. */
            bytes: number | null;
            /** @description Why the export failed, and what to do. Null unless it has failed. */
            failure: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When the file will be deleted. Null until it is ready.
             */
            expiresAt: string | null;
        };
        AccountExportListDto: {
            exports: components["schemas"]["AccountExportDto"][];
        };
        DemoAnalysisDto: {
            /** @description Length of the recording in seconds. */
            duration: number;
            /**
             * @description How happy the customer is at the end of the call. A guess if needsReview.
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen. */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer was clearly both happy and unhappy.
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /** @description The transcript, one line per turn. */
            transcript: string;
            summary: string;
            keyPoints: string[];
            /** @description 0 to 1: the approximate fraction of calls with this confidence that are labeled correctly. */
            confidence: number;
            /** @description Processing time in seconds. */
            processingTime: number;
            /** @description A note about the quality of this engine's transcripts, if there is one. */
            engineNote: string | null;
        };
        DemoResultDto: {
            analysis: components["schemas"]["DemoAnalysisDto"];
            /** @description The result in the format of a job note. */
            content: string;
        };
        DemoUploadResultDto: {
            message: string;
            result: components["schemas"]["DemoResultDto"];
            /** Format: uuid */
            jobId: string;
        };
        DemoLinksDto: {
            /** @description URL for the call's state and result. */
            self: string;
        };
        DemoPendingJobDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            links: components["schemas"]["DemoLinksDto"];
        };
        DemoPendingDto: {
            message: string;
            job: components["schemas"]["DemoPendingJobDto"];
        };
        DemoErrorDto: {
            /** @description Stable, machine-readable error code. */
            code: string;
            /** @description A message to show to users. */
            message: string;
        };
        DemoJobDto: {
            /** Format: uuid */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @description Current step.
             * @enum {string}
             */
            progress: "queued" | "transcribing" | "analysing" | "finished";
            /** @description Set once completed. */
            result: components["schemas"]["DemoResultDto"] | null;
            /** @description Set if the demo ended without a result. */
            error: components["schemas"]["DemoErrorDto"] | null;
        };
        DemoUsageDto: {
            /** @description Number of uploads so far, regardless of their outcome. Uploads that failed with an internal error do not count. */
            count: number;
            /** @description Number of uploads that a demo account can make. */
            limit: number;
            /** @description Uploads left. */
            remaining: number;
            /** @description Maximum recording length in minutes. */
            maxMinutes: number;
        };
        ContactMessageDto: {
            name: string;
            /** Format: email */
            email: string;
            phone?: string;
            company?: string;
            message: string;
            /** @description Honeypot: hidden from people. Messages that fill it in are discarded. */
            website?: string;
        };
        ContactResponseDto: {
            message: string;
        };
        InboxMessageDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: email */
            email: string;
            phone: string | null;
            company: string | null;
            message: string;
            /** Format: date-time */
            doneAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ContactInboxDto: {
            items: components["schemas"]["InboxMessageDto"][];
            /**
             * Format: uuid
             * @description Null on the last page.
             */
            next: string | null;
            /** @description Total number of new messages. */
            newCount: number;
        };
        MarkContactMessageDto: {
            /** @description False marks the message as new again. */
            isDone: boolean;
        };
        UserDeletionDto: {
            /** Format: date-time */
            requestedAt: string;
            /** @description Why the last attempt failed. The deletion is retried every minute. */
            problem: string | null;
        };
        UserAccountDto: {
            /**
             * Format: uuid
             * @description The user who represents the account in these routes.
             */
            ownerId: string;
            /** @description The company, or the owner's name if there is no company. */
            name: string;
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
            /** @description Whether the account is deleted with the user. */
            isSoleOwner: boolean;
            /** @description Number of members, including the user. */
            memberCount: number;
            hasSubscription: boolean;
        };
        UserDto: {
            /** Format: uuid */
            id: string;
            /** @description Null if the sign-in provider doesn't send one. */
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            /** @description A path on this site for an uploaded picture, or the sign-in provider's URL. */
            profileImageUrl: string | null;
            /** @enum {string} */
            role: "user" | "admin";
            company: string | null;
            /**
             * @description demo: a few trial uploads. active: the full product. Null for users who do not own an account.
             * @enum {string|null}
             */
            status: "demo" | "active" | null;
            /** @description When false, neither sign-in nor the account's bearer tokens work. */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Usage months for accounts without a subscription start at this time.
             */
            activatedAt: string | null;
            /** @description The tenant ID of the account in ServiceTitan. */
            serviceTitanTenant: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Whether the user can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description Null without a subscription. paused: the account is disabled and not charged. pausing, resuming and canceling: the change is being sent to the payment provider, usually for a few seconds.
             * @enum {string|null}
             */
            billing: "charged" | "pausing" | "paused" | "resuming" | "canceling" | null;
            /** @description Set while the user is being deleted. The user cannot be changed during that time. */
            deletion: components["schemas"]["UserDeletionDto"] | null;
            /** @description Accounts of which the user is a member, owned accounts first. */
            accounts: components["schemas"]["UserAccountDto"][];
        };
        CreateUserDto: {
            /**
             * Format: email
             * @description Not case-sensitive.
             */
            email: string;
            firstName: string;
            lastName: string;
            password: string;
            /**
             * @default user
             * @enum {string}
             */
            role: "user" | "admin";
        };
        UpdateUserDto: {
            /** @description Null or empty clears it. */
            firstName?: string | null;
            /** @description Null or empty clears it. */
            lastName?: string | null;
            /** Format: email */
            email?: string;
            /** @description Null or empty clears it. */
            company?: string | null;
            /** @enum {string} */
            role?: "user" | "admin";
            /** @description False immediately blocks sign-in and the account's bearer tokens. Calls and messages wait. */
            isActive?: boolean;
        };
        SetPasswordDto: {
            password: string;
        };
        UserErrorDto: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "call" | "message";
            /**
             * @description Channel of the message.
             * @enum {string|null}
             */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "callback" | "webhook" | null;
            code: string | null;
            message: string | null;
            /**
             * Format: uuid
             * @description Null for a test message.
             */
            callId: string | null;
        };
        MemberDto: {
            /** Format: uuid */
            userId: string;
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            profileImageUrl: string | null;
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * Format: date-time
             * @description When the member joined.
             */
            createdAt: string;
        };
        ChangeRoleDto: {
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
        };
        AccountMembershipDto: {
            /** Format: uuid */
            id: string;
            /** @description The company, or else the owner's name. */
            name: string;
            /**
             * @description Your role.
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /** @description Whether this is the session's current account. */
            isCurrent: boolean;
        };
        QuietHoursDto: {
            from: string;
            /** @description Must differ from the start. */
            until: string;
        };
        MemberAlertsDto: {
            /** @description Which calls you want emails about, in addition to the account's alerts. */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[];
            /** @description Quiet hours, in the account's time zone. Emails about calls are sent to your address when the quiet hours end. */
            quietHours: components["schemas"]["QuietHoursDto"] | null;
            /** @description Whether you get the weekly letter. */
            weeklyLetter: boolean;
            /** @description Your address for the emails. */
            address: string | null;
            /** @description Time zone of the account. */
            timeZone: string;
            /** @description Whether the account sends alerts about calls that need a listen. If not, you won't get them either. */
            reviewAlertsEnabled: boolean;
            /** @description Whether this server can send email. */
            isMailSetUp: boolean;
            /** @description Whether your address has unsubscribed from the account's emails. */
            isUnsubscribed: boolean;
        };
        ChangeMemberAlertsDto: {
            /** @description Which calls you want emails about, in addition to the account's alerts. */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[];
            /** @description Quiet hours, in the account's time zone. Emails about calls are sent to your address when the quiet hours end. */
            quietHours: components["schemas"]["QuietHoursDto"] | null;
            /** @description Whether you want the weekly letter on Mondays at 7 AM. Owners and managers get it by default. Unchanged if omitted. */
            weeklyLetter?: boolean;
        };
        InvitationDto: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
            /** Format: date-time */
            expiresAt: string;
            isExpired: boolean;
        };
        InviteDto: {
            /** Format: email */
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
        };
        NewInvitationDto: {
            /** Format: uuid */
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "manager" | "member" | "viewer";
            /** Format: date-time */
            expiresAt: string;
            isExpired: boolean;
            /** @description Only if email isn't set up: the link to send to the person. It can't be retrieved later. */
            link: string | null;
        };
        AgentMemberDto: {
            /** Format: uuid */
            userId: string;
            /** @description The email address if the member has no name. */
            name: string;
        };
        AgentNameDto: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        AgentDto: {
            /** Format: uuid */
            id: string;
            /** @description The name as first sent or recognized in a call. */
            name: string;
            callCount: number;
            /** @description The member this agent is matched to. Calls show the member's name. */
            member: components["schemas"]["AgentMemberDto"] | null;
            /** @description The only member whose name matches. Null once the agent is matched or the suggestion is dismissed. */
            suggestion: components["schemas"]["AgentMemberDto"] | null;
            /** @description Another agent who is the same person. Calls show that agent's name. */
            sameAs: components["schemas"]["AgentNameDto"] | null;
            /** @description The only agent whose full name matches. Null if `suggestion` is set, the agent is matched or the suggestion is dismissed. */
            sameAsSuggestion: components["schemas"]["AgentNameDto"] | null;
            /** @description Whether reports and filters omit the name. Calls still show it. */
            isHidden: boolean;
            isSuggestionDismissed: boolean;
        };
        MatchAgentDto: {
            /**
             * Format: uuid
             * @description User ID of the member. Null removes the match: calls then show the original name.
             */
            memberUserId: string | null;
            /**
             * Format: uuid
             * @description ID of another agent who is the same person, for people who are not members. None by default.
             */
            sameAsId?: string | null;
            /** @description Whether reports and filters omit the name, for example because it was misheard. False by default. */
            isHidden?: boolean;
            /** @description Whether to stop suggesting who this agent is. False by default. */
            isSuggestionDismissed?: boolean;
        };
        TokenDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Masked: the common prefix and the last four characters. */
            token: string;
            /** @description Whether the token is enabled. */
            isActive: boolean;
            /** @description Whether the token has expired. */
            isExpired: boolean;
            /** @description Whether the token can only read. */
            isReadOnly: boolean;
            /**
             * Format: date-time
             * @description Accurate to one minute.
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Null if the token doesn't expire.
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        UserWithTokensDto: {
            /** Format: uuid */
            id: string;
            /** @description Null if the sign-in provider doesn't send one. */
            email: string | null;
            firstName: string | null;
            lastName: string | null;
            /** @description A path on this site for an uploaded picture, or the sign-in provider's URL. */
            profileImageUrl: string | null;
            /** @enum {string} */
            role: "user" | "admin";
            /**
             * @description Tokens work while the account is active. Null for users without an account, who don't have tokens.
             * @enum {string|null}
             */
            status: "demo" | "active" | null;
            /** @description If not, none of the account's tokens work. */
            isActive: boolean;
            /** @description Newest first. */
            tokens: components["schemas"]["TokenDto"][];
        };
        CreateTokenDto: {
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601; UTC without a time zone. If omitted, the token doesn't expire.
             */
            expiresAt?: string | null;
            /** @description Whether the token can only read. False if omitted. */
            isReadOnly?: boolean;
        };
        NewTokenDto: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Save the token now. It can't be shown again. */
            token: string;
            /**
             * Format: date-time
             * @description Null if the token doesn't expire.
             */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        ImpersonatedUserDto: {
            /** Format: uuid */
            id: string;
            firstName: string | null;
            lastName: string | null;
            /** @description Null when the sign-in provider sends none. */
            email: string | null;
        };
        ImpersonatingAdministratorDto: {
            /** @description Null when the sign-in provider sends none. */
            email: string | null;
        };
        ImpersonationStatusDto: {
            isImpersonating: boolean;
            /** @description The impersonated user; null when not impersonating. */
            impersonatedUser: components["schemas"]["ImpersonatedUserDto"] | null;
            /** @description The impersonating administrator; null when not impersonating. */
            admin: components["schemas"]["ImpersonatingAdministratorDto"] | null;
        };
        PostedUsageDto: {
            /**
             * @description Rounded to two decimals.
             * @default 0
             */
            minutes: number;
            /** @default 0 */
            instanceRuns: number;
            /** @default 0 */
            apiCalls: number;
            /** @description What caused the usage: api, n8n, manual or another name. */
            source: string;
            /** @description Data that helps you recognize the record later, at most 16 kB. */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        UsageRecordDto: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            minutes: number;
            instanceRuns: number;
            apiCalls: number;
            source: string;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            recordedAt: string;
        };
        MyUsageDto: {
            /** @description Minutes of processed calls and of posted usage. */
            totalMinutes: number;
            totalInstanceRuns: number;
            /** @description Requests with a bearer token, delayed by a few seconds, and posted usage. */
            totalApiCalls: number;
            /** @description Processed calls. */
            totalCalls: number;
            /**
             * Format: date-time
             * @description Start of the current usage month. With a subscription: the start of the billing period, to the second. Without a subscription: midnight in the account's time zone, on the day of the month on which it was activated; after a time zone change, midnight in the previous time zone.
             */
            periodStartsAt: string;
            /**
             * Format: date-time
             * @description When the next usage month starts and the totals reset.
             */
            resetsAt: string;
            monthlyMinuteLimit: number;
            /** @description Whether calls are skipped once the limit is reached. */
            usageLimitEnabled: boolean;
        };
        SystemUsageDto: {
            /** @description Minutes of processed calls and of posted usage. */
            totalMinutes: number;
            totalInstanceRuns: number;
            /** @description Requests with a bearer token, delayed by a few seconds, and posted usage. */
            totalApiCalls: number;
            /** @description Processed calls. */
            totalCalls: number;
            /** @description Number of all users, regardless of the requested days. */
            totalUsers: number;
            /** @description Number of enabled users who are members of an enabled account with status active. */
            activeUsers: number;
        };
        AccountUsageDto: {
            /** Format: uuid */
            userId: string;
            userName: string | null;
            userEmail: string | null;
            totalMinutes: number;
            totalCalls: number;
            /** @description Minutes per processed call; 0 without calls. */
            averageCallLength: number;
        };
        DailyUsageDto: {
            /** Format: date */
            day: string;
            minutes: number;
            calls: number;
            instanceRuns: number;
            apiCalls: number;
        };
        UserUsageDto: {
            /** @description Minutes of processed calls and of posted usage. */
            totalMinutes: number;
            totalInstanceRuns: number;
            /** @description Requests with a bearer token, delayed by a few seconds, and posted usage. */
            totalApiCalls: number;
            /** @description Processed calls. */
            totalCalls: number;
            /** Format: uuid */
            userId: string;
            userName: string | null;
            userEmail: string | null;
            /** @description Includes every requested day, oldest first. */
            daily: components["schemas"]["DailyUsageDto"][];
        };
        WeeklyLetterPreviewDto: {
            /** @description Monday of the letter's week. */
            week: string;
            subject: string;
            /** @description The email as text. */
            text: string;
        };
        WeeklyLetterTestDto: {
            /** @description Recipient: the address that you sign in with. */
            address: string;
        };
        HappinessFiguresDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
        };
        HappinessPeriodDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            to: string;
        };
        HappinessChangeDto: {
            /** @description Change in points since the previous period. */
            points: number;
            /** @description Lower bound of the 95 % confidence interval. */
            low: number;
            /** @description Upper bound of the 95 % confidence interval. */
            high: number;
            /** @description Whether the interval excludes 0, which makes chance an unlikely explanation. */
            isClear: boolean;
        };
        HappinessStepDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            to: string;
            /** @description The corresponding days of the previous period of the same length. */
            before: components["schemas"]["HappinessPeriodDto"];
        };
        DirectionHappinessDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /** @enum {string} */
            direction: "inbound" | "outbound";
        };
        HourHappinessDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /** @description 1 for Monday to 7 for Sunday. */
            weekday: number;
            /** @description 9 for 9:00 to 9:59. */
            hour: number;
        };
        AgentHappinessDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /**
             * Format: uuid
             * @description For the agent filter of calls. Agents matched to the same member are counted together.
             */
            agentId: string;
            agentName: string;
        };
        TopicHappinessDto: {
            /** @description Positive, neutral and negative calls. */
            judged: number;
            positive: number;
            neutral: number;
            negative: number;
            /** @description Calls that need a listen. They are not judged. */
            needsReview: number;
            /** @description The percentage of positive calls minus the percentage of negative calls, in points from -100 to 100. null with fewer than 10 judged calls. */
            score: number | null;
            /** @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls. */
            high: number | null;
            /** @enum {string} */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other";
        };
        CallbacksDto: {
            /** @description Number of follow-ups of unhappy customers that were opened in the period and not dismissed: called back in time or late, waiting, or never called back. */
            customers: number;
            /** @description Number of customers called back before the due time. */
            inTime: number;
            /** @description Number of customers called back after the due time. */
            late: number;
            /** @description Number of customers still to be called back. */
            waiting: number;
            /** @description Number of follow-ups closed without a callback, because no one answered or no callback was needed. */
            never: number;
            /** @description Median time from the first call of a follow-up to the callback, measured in elapsed time, including nights and weekends. null without callbacks. */
            medianMinutes: number | null;
            /** @description Number of customers called back who are happy again. */
            recovered: number;
            /** @description recovered as a percentage of inTime and late. null when fewer than 10 customers were called back. */
            recoveredPercent: number | null;
        };
        HappinessMomentDto: {
            /** Format: uuid */
            callId: string;
            /** @enum {string} */
            sentiment: "positive" | "negative";
            /**
             * Format: date-time
             * @description When the call took place.
             */
            startedAt: string;
            customerName: string | null;
            agentName: string | null;
            /** @description Words from the call that support its label. */
            quote: string;
            /** @description Start of the quote in the recording. */
            startMs: number;
        };
        HappinessDto: {
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            to: string;
            /** @enum {string} */
            by: "day" | "week" | "month";
            /**
             * @description Null: both directions.
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /**
             * Format: uuid
             * @description Null for calls by all agents.
             */
            agent: string | null;
            /** @description The account's time zone, for days and hours. */
            timeZone: string;
            /** @description Whether older calls are still being counted after a time zone change. */
            isRecounting: boolean;
            total: components["schemas"]["HappinessFiguresDto"];
            /** @description The previous period of the same length. */
            before: components["schemas"]["HappinessPeriodDto"];
            /** @description null if either period has no score. */
            change: components["schemas"]["HappinessChangeDto"] | null;
            /** @description Every day, week or month, oldest first. */
            trend: components["schemas"]["HappinessStepDto"][];
            /** @description Busiest first. */
            directions: components["schemas"]["DirectionHappinessDto"][];
            /** @description Hours of the week that have calls, in order. */
            hours: components["schemas"]["HourHappinessDto"][];
            /** @description Busiest first. */
            agents: components["schemas"]["AgentHappinessDto"][];
            /** @description Busiest first. */
            topics: components["schemas"]["TopicHappinessDto"][];
            callbacks: components["schemas"]["CallbacksDto"];
            /** @description Quotes from the calls with the clearest labels: at most three negative ones, then three positive ones. */
            moments: components["schemas"]["HappinessMomentDto"][];
        };
        BookingFiguresDto: {
            /** @description Number of calls with a chance of new work, booked or not booked. */
            leads: number;
            booked: number;
            /** @description Not booked: still deciding. */
            undecided: number;
            /** @description Not booked: not reached. */
            unreached: number;
            /** @description Not booked for another reason. */
            otherReason: number;
            /** @description Calls that were not leads. The rate ignores them. */
            notALead: number;
            /** @description The percentage of leads that were booked. null with fewer than 20 leads. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval of the rate (Wilson). null with fewer than 20 leads. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the rate. null with fewer than 20 leads. */
            high: number | null;
            /** @description Number of leads with a job in ServiceTitan. */
            confirmed: number;
            /** @description The share of the leads for which a job was found, in percent. null without jobs, or with fewer than 20 leads. */
            confirmedRate: number | null;
        };
        BookingPeriodDto: {
            /** @description Number of calls with a chance of new work, booked or not booked. */
            leads: number;
            booked: number;
            /** @description Not booked: still deciding. */
            undecided: number;
            /** @description Not booked: not reached. */
            unreached: number;
            /** @description Not booked for another reason. */
            otherReason: number;
            /** @description Calls that were not leads. The rate ignores them. */
            notALead: number;
            /** @description The percentage of leads that were booked. null with fewer than 20 leads. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval of the rate (Wilson). null with fewer than 20 leads. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the rate. null with fewer than 20 leads. */
            high: number | null;
            /** @description Number of leads with a job in ServiceTitan. */
            confirmed: number;
            /** @description The share of the leads for which a job was found, in percent. null without jobs, or with fewer than 20 leads. */
            confirmedRate: number | null;
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            to: string;
        };
        BookingAccuracyDto: {
            /** @description The share in percent. null with fewer than 20 calls. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval. */
            high: number | null;
            /** @description Number of calls with a job that were also judged as booked or not. */
            jobs: number;
            /** @description Number of these calls that were judged as booked. */
            right: number;
        };
        ShareDto: {
            /** @description The share in percent. null with fewer than 20 calls. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval. */
            high: number | null;
            /** @description Number of calls for which it is true. */
            count: number;
            /** @description Number of calls for which it is false. */
            others: number;
        };
        WonLeadsDto: {
            /** @description Number of leads to win back from the period, without dismissed leads. */
            opened: number;
            /** @description Number of leads still to be called back. */
            waiting: number;
            won: number;
            /** @description Known value of the leads that were won back, in US cents. */
            broughtCents: number;
            /** @description Number of won leads counted as an average job because their own job's total is unknown. */
            estimated: number;
        };
        AgentBookingsDto: {
            /** @description Number of calls with a chance of new work, booked or not booked. */
            leads: number;
            booked: number;
            /** @description Not booked: still deciding. */
            undecided: number;
            /** @description Not booked: not reached. */
            unreached: number;
            /** @description Not booked for another reason. */
            otherReason: number;
            /** @description Calls that were not leads. The rate ignores them. */
            notALead: number;
            /** @description The percentage of leads that were booked. null with fewer than 20 leads. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval of the rate (Wilson). null with fewer than 20 leads. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the rate. null with fewer than 20 leads. */
            high: number | null;
            /** @description Number of leads with a job in ServiceTitan. */
            confirmed: number;
            /** @description The share of the leads for which a job was found, in percent. null without jobs, or with fewer than 20 leads. */
            confirmedRate: number | null;
            /**
             * Format: uuid
             * @description For the agent filter of calls. Agents matched to the same member are counted together.
             */
            agentId: string;
            agentName: string;
            /** @description Calls not booked in which the agent asked for the booking. */
            asked: components["schemas"]["ShareDto"];
        };
        CampaignBookingsDto: {
            /** @description Number of calls with a chance of new work, booked or not booked. */
            leads: number;
            booked: number;
            /** @description Not booked: still deciding. */
            undecided: number;
            /** @description Not booked: not reached. */
            unreached: number;
            /** @description Not booked for another reason. */
            otherReason: number;
            /** @description Calls that were not leads. The rate ignores them. */
            notALead: number;
            /** @description The percentage of leads that were booked. null with fewer than 20 leads. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval of the rate (Wilson). null with fewer than 20 leads. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the rate. null with fewer than 20 leads. */
            high: number | null;
            /** @description Number of leads with a job in ServiceTitan. */
            confirmed: number;
            /** @description The share of the leads for which a job was found, in percent. null without jobs, or with fewer than 20 leads. */
            confirmedRate: number | null;
            /** @description The campaign's name in ServiceTitan. */
            campaign: string;
        };
        HourBookingsDto: {
            /** @description Number of calls with a chance of new work, booked or not booked. */
            leads: number;
            booked: number;
            /** @description Not booked: still deciding. */
            undecided: number;
            /** @description Not booked: not reached. */
            unreached: number;
            /** @description Not booked for another reason. */
            otherReason: number;
            /** @description Calls that were not leads. The rate ignores them. */
            notALead: number;
            /** @description The percentage of leads that were booked. null with fewer than 20 leads. */
            rate: number | null;
            /** @description Lower bound of the 95 % confidence interval of the rate (Wilson). null with fewer than 20 leads. */
            low: number | null;
            /** @description Upper bound of the 95 % confidence interval of the rate. null with fewer than 20 leads. */
            high: number | null;
            /** @description Number of leads with a job in ServiceTitan. */
            confirmed: number;
            /** @description The share of the leads for which a job was found, in percent. null without jobs, or with fewer than 20 leads. */
            confirmedRate: number | null;
            /** @description 9 for 9:00 to 9:59. */
            hour: number;
        };
        BookingsDto: {
            /** Format: date */
            from: string;
            /**
             * Format: date
             * @description The last day, inclusive.
             */
            to: string;
            /** @enum {string} */
            by: "day" | "week" | "month";
            /**
             * @description Null: both directions.
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @description The account's time zone, for days and hours. */
            timeZone: string;
            /** @description Whether older calls are still being counted after a time zone change. */
            isRecounting: boolean;
            total: components["schemas"]["BookingFiguresDto"];
            /** @description The previous period of the same length; for a month or its first days, the previous month. */
            before: components["schemas"]["BookingPeriodDto"];
            /** @description null if either period has no rate. */
            change: components["schemas"]["HappinessChangeDto"] | null;
            /** @description Fraction of calls with a job that were judged as booked. */
            accuracy: components["schemas"]["BookingAccuracyDto"];
            /** @description Outbound calls that reached a person. */
            reached: components["schemas"]["ShareDto"];
            /** @description Follow-ups of the kind lead. */
            wonLeads: components["schemas"]["WonLeadsDto"];
            /** @description Every day, week or month, oldest first. */
            trend: components["schemas"]["BookingPeriodDto"][];
            /** @description Agents with the most leads first. */
            agents: components["schemas"]["AgentBookingsDto"][];
            /** @description ServiceTitan campaigns, most leads first. */
            campaigns: components["schemas"]["CampaignBookingsDto"][];
            /** @description Hours of the day that have calls, in order. */
            hours: components["schemas"]["HourBookingsDto"][];
        };
        GuidelineRuleDto: {
            /**
             * @description What the rule looks for.
             * @enum {string}
             */
            when: "words" | "topic";
            /** @description For words: matches any of these as whole words. Case and commas are ignored. Up to 20 of up to 60 characters. */
            phrases?: string[];
            /**
             * @description For words: the required speaker. If the speakers aren't separated, any speaker matches.
             * @enum {string}
             */
            saidBy?: "customer" | "agent" | "anyone";
            /**
             * @description For topic.
             * @enum {string}
             */
            topic?: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other";
            /**
             * @description The label of matching calls, or follow_up to have the customer called back.
             * @enum {string}
             */
            then: "positive" | "neutral" | "negative" | "follow_up";
        };
        GuidelineDto: {
            /** @description 0 before the first version is saved. */
            version: number;
            /** @description Text for the language model that analyzes calls or writes summaries. Has no effect if hasWriter in the settings is false. */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
            /** @description Name or email. Null for a text saved before versions existed, and once the user is deleted. */
            savedBy: string | null;
            /** Format: date-time */
            savedAt: string | null;
            /** @description The earlier version that this version restored. */
            restoredVersion: number | null;
        };
        SaveGuidelineDto: {
            /** @description Text for the language model that analyzes calls or writes summaries. Has no effect if hasWriter in the settings is false. */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
            /** @description The current version you've read; 0 before the first version. If it's no longer current, the response is 409. */
            replaces: number;
        };
        RestoreGuidelineDto: {
            /** @description The earlier version to save as a new version. */
            version: number;
            /** @description The current version you've read; 0 before the first version. If it's no longer current, the response is 409. */
            replaces: number;
        };
        GuidelineDraftDto: {
            /** @description Text for the language model that analyzes calls or writes summaries. Has no effect if hasWriter in the settings is false. */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
        };
        LabelCountsDto: {
            positive: number;
            neutral: number;
            negative: number;
            /** @description Number of calls that need a listen. */
            needs_review: number;
        };
        LabelChangeDto: {
            /** @enum {string} */
            from: "positive" | "neutral" | "negative" | "needs_review";
            /** @enum {string} */
            to: "positive" | "neutral" | "negative" | "needs_review";
            count: number;
        };
        ReplayedFollowUpsDto: {
            /** @description Number of calls to follow up under the current rules. */
            before: number;
            /** @description Number of calls to follow up under the draft. */
            after: number;
            /** @description Number of calls to follow up only under the draft. */
            opened: number;
        };
        RecentCallsReplayDto: {
            /** @description Number of replayed calls. */
            calls: number;
            /** @description Calls that could not be replayed because their transcripts were deleted. */
            withoutTranscript: number;
            /** @description Labels under the current rules. */
            before: components["schemas"]["LabelCountsDto"];
            /** @description Labels under the draft's rules. */
            after: components["schemas"]["LabelCountsDto"];
            /** @description Number of calls whose label differs. */
            changed: number;
            /** @description Most frequent change first. */
            changes: components["schemas"]["LabelChangeDto"][];
            followUps: components["schemas"]["ReplayedFollowUpsDto"];
        };
        ReplayedShareDto: {
            /** @description 0 to 1. */
            share: number;
            /** @description Lower bound of the 95 % confidence interval. */
            low: number;
            /** @description Upper bound of the 95 % confidence interval. */
            high: number;
        };
        ReplayedAccuracyDto: {
            /** @description Number of checked calls that were labeled correctly. */
            right: number;
            /** @description Number of checked calls with a label. */
            checked: number;
            /** @description Null with too few checked calls. */
            figure: components["schemas"]["ReplayedShareDto"] | null;
        };
        CheckedCallsReplayDto: {
            /** @description Number of replayed calls. */
            calls: number;
            /** @description Calls that could not be replayed because their transcripts were deleted. */
            withoutTranscript: number;
            /** @description Labels under the current rules. */
            before: components["schemas"]["LabelCountsDto"];
            /** @description Labels under the draft's rules. */
            after: components["schemas"]["LabelCountsDto"];
            /** @description Number of calls whose label differs. */
            changed: number;
            /** @description Most frequent change first. */
            changes: components["schemas"]["LabelChangeDto"][];
            /** @description Accuracy under the current rules. Calls that need a listen are not counted. */
            accuracyBefore: components["schemas"]["ReplayedAccuracyDto"];
            /** @description Accuracy under the draft's rules. Calls that need a listen are not counted. */
            accuracyAfter: components["schemas"]["ReplayedAccuracyDto"];
            /** @description Number of calls whose label becomes correct. */
            fixed: number;
            /** @description Number of calls whose label becomes wrong. */
            broken: number;
        };
        ReplayedCallDto: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            startedAt: string;
            /** @enum {string|null} */
            direction: "inbound" | "outbound" | null;
            customerName: string | null;
            /** @description The customer's number. */
            phone: string | null;
            /** @enum {string} */
            from: "positive" | "neutral" | "negative" | "needs_review";
            /** @enum {string} */
            to: "positive" | "neutral" | "negative" | "needs_review";
            /** @description Whether only the draft requires calling the customer back. */
            opensFollowUp: boolean;
            /** @description The phrase or topic that decides under the draft; null if only a current rule matched. */
            rule: string | null;
            quote: string | null;
            /** @description Position of the phrase in the recording, in milliseconds. */
            startMs: number | null;
        };
        BackTestDto: {
            /** @description Results for the latest calls, up to 200. Corrected calls keep their label. */
            recent: components["schemas"]["RecentCallsReplayDto"];
            /** @description Results for the latest 1,000 checked calls, whether or not they were corrected. */
            checked: components["schemas"]["CheckedCallsReplayDto"];
            /** @description Latest first, up to 50. */
            changedCalls: components["schemas"]["ReplayedCallDto"][];
            /** @description Number of all calls whose label or follow-up changes. */
            changedCallCount: number;
        };
        ActivityDto: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The affected account; null for entries that only concern a user, and for deleted accounts.
             */
            accountId: string | null;
            action: string;
            /**
             * @description Badge shown for the entry: New, Update, Removed or Action.
             * @enum {string}
             */
            kind: "new" | "update" | "removed" | "action";
            description: string;
            /**
             * Format: date-time
             * @description Same as createdAt.
             */
            timestamp: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description The actor; null for visitors, deleted users and the service itself.
             */
            userId: string | null;
            userName: string | null;
            userEmail: string | null;
            /** @description Ids of the affected records. */
            metadata: {
                [key: string]: unknown;
            } | null;
            ipAddress: string | null;
            userAgent: string | null;
        };
        SecurityEventUserDto: {
            /** Format: uuid */
            id: string;
            /** @description Null for deleted users. */
            name: string | null;
            /** @description Null for deleted users. */
            email: string | null;
        };
        SecurityEventAccountDto: {
            /** Format: uuid */
            id: string;
            /** @description Name of the company, or of the owner if the account has no company; null for deleted accounts. */
            name: string | null;
            /**
             * Format: uuid
             * @description The user who owns the account.
             */
            ownerId: string | null;
        };
        SecurityEventDto: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            kind: "sign_in" | "sign_out" | "access_refused" | "token_refused" | "rights_changed" | "credentials_changed" | "throttled";
            /** @enum {string} */
            outcome: "succeeded" | "refused";
            /** @description The event, as a sentence. */
            what: string;
            /** @description The method of a sign-in or an attempt, or the kind of credential that was rejected. */
            method: string | null;
            /** @description Reason for the rejection. */
            code: string | null;
            /** @description Method and route of the request. */
            route: string | null;
            /** @description The action in the activity log. */
            action: string | null;
            /** @description The actor; null for visitors and automations. During impersonation, the administrator. */
            user: components["schemas"]["SecurityEventUserDto"] | null;
            /** @description The affected user, such as the user whose email a visitor entered to sign in. */
            about: components["schemas"]["SecurityEventUserDto"] | null;
            account: components["schemas"]["SecurityEventAccountDto"] | null;
            /** @description A keyed hash of the text entered as the email address of an unknown user. Equal hashes mean the same text. The filter `user` finds them by the address. */
            emailHash: string | null;
            ipAddress: string | null;
            userAgent: string | null;
            /** @description Number of equal events within a minute. */
            count: number;
            /**
             * Format: date-time
             * @description When the first of these events happened.
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description When the last of these events happened.
             */
            lastAt: string;
        };
        SecurityEventPageDto: {
            /** @description Newest first. */
            events: components["schemas"]["SecurityEventDto"][];
            /**
             * Format: uuid
             * @description Send this value as cursor to get the next page. Null on the last page.
             */
            nextCursor: string | null;
        };
        SettingsDto: {
            /** @description Master switch. When off, new calls are accepted but skipped. */
            active: boolean;
            /** @description IANA time zone for dates and times in the app, alerts and exports. Defaults to UTC. */
            timeZone: string | null;
            /** @description ServiceTitan tenant ID. */
            serviceTitanTenant: string | null;
            /**
             * @description integration is for testing.
             * @enum {string}
             */
            serviceTitanEnvironment: "production" | "integration";
            /** @description ServiceTitan client ID for this tenant. */
            serviceTitanClientId: string | null;
            /** @description ServiceTitan client secret for this tenant. Masked. */
            serviceTitanClientSecret: string | null;
            /**
             * @description Where to write the note about a call.
             * @enum {string}
             */
            noteTarget: "job" | "customer" | "job_then_customer";
            /** @description Whether new calls are pulled from ServiceTitan automatically. */
            serviceTitanPollingEnabled: boolean;
            /** @description Days after a call within which a job for its customer is treated as a result of the call. */
            serviceTitanJobDays: number;
            slackEnabled: boolean;
            /** @description Whether positive calls trigger an alert. */
            slackPositiveSentiment: boolean;
            /** @description Whether neutral calls trigger an alert. */
            slackNeutralSentiment: boolean;
            /** @description Whether negative calls trigger an alert. */
            slackNegativeSentiment: boolean;
            /** @description Bot token of the Slack app. Masked. */
            slackBotToken: string | null;
            /** @description Channel ID, link or #name, which is stored in lowercase. */
            slackChannel: string | null;
            teamsEnabled: boolean;
            /** @description Whether positive calls trigger an alert. */
            teamsPositiveSentiment: boolean;
            /** @description Whether neutral calls trigger an alert. */
            teamsNeutralSentiment: boolean;
            /** @description Whether negative calls trigger an alert. */
            teamsNegativeSentiment: boolean;
            /** @description URL of a workflow that posts to the channel. Masked. */
            teamsWebhookUrl: string | null;
            /** @description A label for your own reference. */
            teamsTeamName: string | null;
            googleChatEnabled: boolean;
            /** @description Whether positive calls trigger an alert. */
            googleChatPositiveSentiment: boolean;
            /** @description Whether neutral calls trigger an alert. */
            googleChatNeutralSentiment: boolean;
            /** @description Whether negative calls trigger an alert. */
            googleChatNegativeSentiment: boolean;
            /** @description Webhook URL of a space. Masked. */
            googleChatWebhookUrl: string | null;
            emailEnabled: boolean;
            /** @description Whether positive calls trigger an alert. */
            emailPositiveSentiment: boolean;
            /** @description Whether neutral calls trigger an alert. */
            emailNeutralSentiment: boolean;
            /** @description Whether negative calls trigger an alert. */
            emailNegativeSentiment: boolean;
            /** @description Recipients, stored in lowercase and without duplicates. */
            emailAddress: string[];
            /** @description Public https URL that receives every finished call. Masked. */
            webhookUrl: string | null;
            /** @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed. Masked. */
            webhookSecret: string | null;
            /** @description Whether to send alerts and notes about calls that need a listen. They trigger an alert on every channel that is on for at least one label. */
            reviewAlertsEnabled: boolean;
            /** @description Whether monthlyMinuteLimit applies. */
            usageLimitEnabled: boolean;
            /** @description Minutes per month after which calls are skipped, if usageLimitEnabled is on. */
            monthlyMinuteLimit: number;
            inboundCallsEnabled: boolean;
            /** @description Seconds. Shorter inbound calls are skipped. */
            inboundMinCallTime: number;
            outboundCallsEnabled: boolean;
            /** @description Seconds. Shorter outbound calls are skipped. */
            outboundMinCallTime: number;
            /** @description Minutes after which processing stops, counted from when it first started. */
            processingTimeoutMinutes: number;
            /** @description Calls processed at the same time. Administrators can set up to 100. */
            maxConcurrentWorkflows: number;
            /** @description Storage quota for the account's recordings in GB. Null for the installation's quota. Only administrators can change it. */
            storageQuotaGb: number | null;
            /** @description Days to keep recordings after a call is received. If the installation's retention is shorter, it applies. Null for the installation's. Within the account, only owners can change it. Reducing it deletes older recordings within the hour, which cannot be undone. */
            recordingsRetentionDays: number | null;
            /** @description Days to keep transcripts and quotes; summaries and labels are kept. Otherwise works like recordingsRetentionDays. */
            transcriptsRetentionDays: number | null;
            /**
             * @description The customer's channel in two-channel recordings. auto detects it from the conversation. A channel sent with the call takes precedence.
             * @enum {string}
             */
            customerChannel: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong. Calls with less certain labels need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. Applies to calls processed from then on. GET /api/checks/accuracy shows the effect.
             * @enum {string}
             */
            reviewTolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are replaced by placeholders such as [card number] in the text of calls processed from then on, before anything is stored or sent. transcript_and_audio: a tone also replaces them in the recording, which cannot be played until then.
             * @enum {string}
             */
            redaction: "off" | "transcript" | "transcript_and_audio";
            /** @description Whether [phone number] replaces phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hidePhoneNumbers: boolean;
            /** @description Whether [name] replaces customer names in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Agent names are kept. */
            hideNames: boolean;
            /** @description Whether [address] replaces street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hideAddresses: boolean;
            /** @description Business minutes until a callback is due to a customer who is unhappy or left a message. */
            callBackWithinMinutes: number;
            /** @description Whether to open a follow-up for customers who wanted new work and did not book, or hung up before anyone answered. */
            leadsEnabled: boolean;
            /** @description Business minutes until a callback to a lead is due, unless another time was agreed on during the call. */
            callLeadsWithinMinutes: number;
            /** @description Average job value in US dollars. Used for leads won back whose job total is unknown. Null if unknown. */
            averageTicketDollars: number | null;
            /** @description The office's opening hours in timeZone: seven days, Monday first. Null for closed days. */
            businessWeek: ({
                from: string;
                until: string;
            } | null)[];
            /** @description Days when the office is closed, as YYYY-MM-DD. */
            holidays: string[];
            /** @description Whether to send alerts about overdue follow-ups. */
            overdueAlertsEnabled: boolean;
            /** @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's. */
            overdueAddresses: string[];
            /** @description Whether the account's chats get a short version of the weekly letter. */
            weeklyLetterChats: boolean;
            /** @description Names and words that occur in calls, most important first. Spellings that only differ in case are treated as one. */
            vocabulary: string[];
            /** @description Phrases said by customers in danger. These calls immediately alert every enabled channel. A + joins phrases that must all be said, such as no heat + baby. Negated phrases are ignored. */
            dangerPhrases: string[];
            /** @description Phrases said by customers considering legal action or a complaint to a licensing board. They only flag the call. */
            legalPhrases: string[];
            /**
             * @description What happens to a file in the inbox folder once its call is stored. move: it is moved to the done folder. leave: it stays, and is only imported again if it changes.
             * @enum {string}
             */
            inboxAfter: "move" | "delete" | "leave";
            /** @description Patterns for file names in the inbox folder, tried in this order, before the built-in patterns for common phone systems. Parts are in braces; everything else is matched literally. */
            inboxPatterns: string[];
            /** @description Chat apps purchased with the team plan. Only administrators can change them here. */
            addOns: ("slack" | "teams" | "googleChat")[];
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** @description Addresses with labels of calls that differ from the account's labels. */
            emailLabels: {
                [key: string]: ("positive" | "neutral" | "negative" | "needs_review")[];
            };
            /** @description Addresses in emailAddress and overdueAddresses that don't get emails about calls. waiting: the recipient was asked to confirm by email. declined: the recipient declined. */
            unconfirmedAddresses: {
                [key: string]: "waiting" | "declined";
            };
            /**
             * Format: date-time
             * @description When ServiceTitan was last checked for new calls.
             */
            lastPolledAt: string | null;
            /** @description Days the installation keeps recordings; null for forever. Read-only. */
            installationRecordingsDays: number | null;
            /** @description Whether a language model writes summaries and follows the text of your guideline. Read-only. */
            hasWriter: boolean;
            /** @description Days the installation keeps transcripts; null for forever. Read-only. */
            installationTranscriptsDays: number | null;
            /** @description Storage used by the account's recordings, in bytes. Read-only. */
            storedBytes: number;
            /** @description Maximum storage in bytes: storageQuotaGb or the installation's. Null if unlimited. Read-only. */
            storageLimitBytes: number | null;
            /** @description Read-only. */
            stripeSubscriptionId: string | null;
            /** @description Read-only. */
            stripeCustomerId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ChangeMySettingsDto: {
            /** @description Master switch. When off, new calls are accepted but skipped. */
            active?: boolean;
            /** @description IANA time zone for dates and times in the app, alerts and exports. Defaults to UTC. */
            timeZone?: string | null;
            /** @description ServiceTitan tenant ID. */
            serviceTitanTenant?: string | null;
            /**
             * @description integration is for testing.
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /** @description ServiceTitan client ID for this tenant. */
            serviceTitanClientId?: string | null;
            /** @description ServiceTitan client secret for this tenant. */
            serviceTitanClientSecret?: string | null;
            /**
             * @description Where to write the note about a call.
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /** @description Whether new calls are pulled from ServiceTitan automatically. */
            serviceTitanPollingEnabled?: boolean;
            /** @description Days after a call within which a job for its customer is treated as a result of the call. */
            serviceTitanJobDays?: number;
            slackEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            slackPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            slackNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            slackNegativeSentiment?: boolean;
            /** @description Bot token of the Slack app. */
            slackBotToken?: string | null;
            /** @description Channel ID, link or #name, which is stored in lowercase. */
            slackChannel?: string | null;
            teamsEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            teamsPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            teamsNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            teamsNegativeSentiment?: boolean;
            /**
             * Format: uri
             * @description URL of a workflow that posts to the channel.
             */
            teamsWebhookUrl?: string | null;
            /** @description A label for your own reference. */
            teamsTeamName?: string | null;
            googleChatEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            googleChatPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            googleChatNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            googleChatNegativeSentiment?: boolean;
            /**
             * Format: uri
             * @description Webhook URL of a space.
             */
            googleChatWebhookUrl?: string | null;
            emailEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            emailPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            emailNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            emailNegativeSentiment?: boolean;
            /** @description Recipients, stored in lowercase and without duplicates. */
            emailAddress?: string[];
            /**
             * Format: uri
             * @description Public https URL that receives every finished call.
             */
            webhookUrl?: string | null;
            /** @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed. */
            webhookSecret?: string | null;
            /** @description Whether to send alerts and notes about calls that need a listen. They trigger an alert on every channel that is on for at least one label. */
            reviewAlertsEnabled?: boolean;
            /** @description Whether monthlyMinuteLimit applies. */
            usageLimitEnabled?: boolean;
            /** @description Minutes per month after which calls are skipped, if usageLimitEnabled is on. */
            monthlyMinuteLimit?: number;
            inboundCallsEnabled?: boolean;
            /** @description Seconds. Shorter inbound calls are skipped. */
            inboundMinCallTime?: number;
            outboundCallsEnabled?: boolean;
            /** @description Seconds. Shorter outbound calls are skipped. */
            outboundMinCallTime?: number;
            /** @description Minutes after which processing stops, counted from when it first started. */
            processingTimeoutMinutes?: number;
            /** @description Calls processed at the same time. Administrators can set up to 100. */
            maxConcurrentWorkflows?: number;
            /**
             * @description The customer's channel in two-channel recordings. auto detects it from the conversation. A channel sent with the call takes precedence.
             * @enum {string}
             */
            customerChannel?: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong. Calls with less certain labels need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. Applies to calls processed from then on. GET /api/checks/accuracy shows the effect.
             * @enum {string}
             */
            reviewTolerance?: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are replaced by placeholders such as [card number] in the text of calls processed from then on, before anything is stored or sent. transcript_and_audio: a tone also replaces them in the recording, which cannot be played until then.
             * @enum {string}
             */
            redaction?: "off" | "transcript" | "transcript_and_audio";
            /** @description Whether [phone number] replaces phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hidePhoneNumbers?: boolean;
            /** @description Whether [name] replaces customer names in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Agent names are kept. */
            hideNames?: boolean;
            /** @description Whether [address] replaces street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hideAddresses?: boolean;
            /** @description Business minutes until a callback is due to a customer who is unhappy or left a message. */
            callBackWithinMinutes?: number;
            /** @description Whether to open a follow-up for customers who wanted new work and did not book, or hung up before anyone answered. */
            leadsEnabled?: boolean;
            /** @description Business minutes until a callback to a lead is due, unless another time was agreed on during the call. */
            callLeadsWithinMinutes?: number;
            /** @description Average job value in US dollars. Used for leads won back whose job total is unknown. Null if unknown. */
            averageTicketDollars?: number | null;
            /** @description The office's opening hours in timeZone: seven days, Monday first. Null for closed days. */
            businessWeek?: ({
                from: string;
                until: string;
            } | null)[];
            /** @description Days when the office is closed, as YYYY-MM-DD. */
            holidays?: string[];
            /** @description Whether to send alerts about overdue follow-ups. */
            overdueAlertsEnabled?: boolean;
            /** @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's. */
            overdueAddresses?: string[];
            /** @description Whether the account's chats get a short version of the weekly letter. */
            weeklyLetterChats?: boolean;
            /** @description Names and words that occur in calls, most important first. Spellings that only differ in case are treated as one. */
            vocabulary?: string[];
            /** @description Phrases said by customers in danger. These calls immediately alert every enabled channel. A + joins phrases that must all be said, such as no heat + baby. Negated phrases are ignored. */
            dangerPhrases?: string[];
            /** @description Phrases said by customers considering legal action or a complaint to a licensing board. They only flag the call. */
            legalPhrases?: string[];
            /**
             * @description What happens to a file in the inbox folder once its call is stored. move: it is moved to the done folder. leave: it stays, and is only imported again if it changes.
             * @enum {string}
             */
            inboxAfter?: "move" | "delete" | "leave";
            /** @description Patterns for file names in the inbox folder, tried in this order, before the built-in patterns for common phone systems. Parts are in braces; everything else is matched literally. */
            inboxPatterns?: string[];
        };
        ChangeRetentionDto: {
            /** @description Days to keep recordings after a call is received. If the installation's retention is shorter, it applies. Null for the installation's. Within the account, only owners can change it. Reducing it deletes older recordings within the hour, which cannot be undone. */
            recordingsRetentionDays?: number | null;
            /** @description Days to keep transcripts and quotes; summaries and labels are kept. Otherwise works like recordingsRetentionDays. */
            transcriptsRetentionDays?: number | null;
        };
        ChangeEmailAddressesDto: {
            /** @description Addresses to add. */
            add?: string[];
            /** @description Addresses to remove, with their own labels. */
            remove?: string[];
        };
        AskAddressDto: {
            /**
             * Format: email
             * @description An address in emailAddress or overdueAddresses that's waiting for confirmation.
             */
            address: string;
        };
        EmailLabelsDto: {
            /**
             * Format: email
             * @description One of the addresses in emailAddress.
             */
            address: string;
            /** @description Which calls this address gets emails about. Null for the account's selection. */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[] | null;
        };
        ChangeVocabularyDto: {
            /** @description Entries to add in front. */
            add?: string[];
            /** @description Names and words to remove. Case is ignored. */
            remove?: string[];
        };
        WebhookSecretDto: {
            /** @description Store the secret now. After this, it's only shown masked. */
            webhookSecret: string;
        };
        ChangeAccountSettingsDto: {
            /** @description Master switch. When off, new calls are accepted but skipped. */
            active?: boolean;
            /** @description IANA time zone for dates and times in the app, alerts and exports. Defaults to UTC. */
            timeZone?: string | null;
            /** @description ServiceTitan tenant ID. */
            serviceTitanTenant?: string | null;
            /**
             * @description integration is for testing.
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /** @description ServiceTitan client ID for this tenant. */
            serviceTitanClientId?: string | null;
            /** @description ServiceTitan client secret for this tenant. */
            serviceTitanClientSecret?: string | null;
            /**
             * @description Where to write the note about a call.
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /** @description Whether new calls are pulled from ServiceTitan automatically. */
            serviceTitanPollingEnabled?: boolean;
            /** @description Days after a call within which a job for its customer is treated as a result of the call. */
            serviceTitanJobDays?: number;
            slackEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            slackPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            slackNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            slackNegativeSentiment?: boolean;
            /** @description Bot token of the Slack app. */
            slackBotToken?: string | null;
            /** @description Channel ID, link or #name, which is stored in lowercase. */
            slackChannel?: string | null;
            teamsEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            teamsPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            teamsNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            teamsNegativeSentiment?: boolean;
            /**
             * Format: uri
             * @description URL of a workflow that posts to the channel.
             */
            teamsWebhookUrl?: string | null;
            /** @description A label for your own reference. */
            teamsTeamName?: string | null;
            googleChatEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            googleChatPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            googleChatNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            googleChatNegativeSentiment?: boolean;
            /**
             * Format: uri
             * @description Webhook URL of a space.
             */
            googleChatWebhookUrl?: string | null;
            emailEnabled?: boolean;
            /** @description Whether positive calls trigger an alert. */
            emailPositiveSentiment?: boolean;
            /** @description Whether neutral calls trigger an alert. */
            emailNeutralSentiment?: boolean;
            /** @description Whether negative calls trigger an alert. */
            emailNegativeSentiment?: boolean;
            /** @description Recipients, stored in lowercase and without duplicates. */
            emailAddress?: string[];
            /**
             * Format: uri
             * @description Public https URL that receives every finished call.
             */
            webhookUrl?: string | null;
            /** @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed. */
            webhookSecret?: string | null;
            /** @description Whether to send alerts and notes about calls that need a listen. They trigger an alert on every channel that is on for at least one label. */
            reviewAlertsEnabled?: boolean;
            /** @description Whether monthlyMinuteLimit applies. */
            usageLimitEnabled?: boolean;
            /** @description Minutes per month after which calls are skipped, if usageLimitEnabled is on. */
            monthlyMinuteLimit?: number;
            inboundCallsEnabled?: boolean;
            /** @description Seconds. Shorter inbound calls are skipped. */
            inboundMinCallTime?: number;
            outboundCallsEnabled?: boolean;
            /** @description Seconds. Shorter outbound calls are skipped. */
            outboundMinCallTime?: number;
            /** @description Minutes after which processing stops, counted from when it first started. */
            processingTimeoutMinutes?: number;
            /** @description Calls processed at the same time. Administrators can set up to 100. */
            maxConcurrentWorkflows?: number;
            /** @description Storage quota for the account's recordings in GB. Null for the installation's quota. Only administrators can change it. */
            storageQuotaGb?: number | null;
            /** @description Days to keep recordings after a call is received. If the installation's retention is shorter, it applies. Null for the installation's. Within the account, only owners can change it. Reducing it deletes older recordings within the hour, which cannot be undone. */
            recordingsRetentionDays?: number | null;
            /** @description Days to keep transcripts and quotes; summaries and labels are kept. Otherwise works like recordingsRetentionDays. */
            transcriptsRetentionDays?: number | null;
            /**
             * @description The customer's channel in two-channel recordings. auto detects it from the conversation. A channel sent with the call takes precedence.
             * @enum {string}
             */
            customerChannel?: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong. Calls with less certain labels need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. Applies to calls processed from then on. GET /api/checks/accuracy shows the effect.
             * @enum {string}
             */
            reviewTolerance?: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are replaced by placeholders such as [card number] in the text of calls processed from then on, before anything is stored or sent. transcript_and_audio: a tone also replaces them in the recording, which cannot be played until then.
             * @enum {string}
             */
            redaction?: "off" | "transcript" | "transcript_and_audio";
            /** @description Whether [phone number] replaces phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hidePhoneNumbers?: boolean;
            /** @description Whether [name] replaces customer names in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Agent names are kept. */
            hideNames?: boolean;
            /** @description Whether [address] replaces street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. */
            hideAddresses?: boolean;
            /** @description Business minutes until a callback is due to a customer who is unhappy or left a message. */
            callBackWithinMinutes?: number;
            /** @description Whether to open a follow-up for customers who wanted new work and did not book, or hung up before anyone answered. */
            leadsEnabled?: boolean;
            /** @description Business minutes until a callback to a lead is due, unless another time was agreed on during the call. */
            callLeadsWithinMinutes?: number;
            /** @description Average job value in US dollars. Used for leads won back whose job total is unknown. Null if unknown. */
            averageTicketDollars?: number | null;
            /** @description The office's opening hours in timeZone: seven days, Monday first. Null for closed days. */
            businessWeek?: ({
                from: string;
                until: string;
            } | null)[];
            /** @description Days when the office is closed, as YYYY-MM-DD. */
            holidays?: string[];
            /** @description Whether to send alerts about overdue follow-ups. */
            overdueAlertsEnabled?: boolean;
            /** @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's. */
            overdueAddresses?: string[];
            /** @description Whether the account's chats get a short version of the weekly letter. */
            weeklyLetterChats?: boolean;
            /** @description Names and words that occur in calls, most important first. Spellings that only differ in case are treated as one. */
            vocabulary?: string[];
            /** @description Phrases said by customers in danger. These calls immediately alert every enabled channel. A + joins phrases that must all be said, such as no heat + baby. Negated phrases are ignored. */
            dangerPhrases?: string[];
            /** @description Phrases said by customers considering legal action or a complaint to a licensing board. They only flag the call. */
            legalPhrases?: string[];
            /**
             * @description What happens to a file in the inbox folder once its call is stored. move: it is moved to the done folder. leave: it stays, and is only imported again if it changes.
             * @enum {string}
             */
            inboxAfter?: "move" | "delete" | "leave";
            /** @description Patterns for file names in the inbox folder, tried in this order, before the built-in patterns for common phone systems. Parts are in braces; everything else is matched literally. */
            inboxPatterns?: string[];
            /** @description Chat apps purchased with the team plan. Only administrators can change them here. */
            addOns?: ("slack" | "teams" | "googleChat")[];
        };
        RetentionPreviewDto: {
            /** @description Number of calls whose recordings would be deleted. */
            recordings: number;
            /** @description Number of calls whose transcripts would be deleted. */
            transcripts: number;
        };
        ConnectionUnavailableDto: {
            /**
             * @description ADD_ON_MISSING: the account can buy the add-on. Any other code: only the operator can fix it.
             * @enum {string}
             */
            code: "ADD_ON_MISSING" | "MAIL_UNAVAILABLE" | "SERVICETITAN_UNAVAILABLE";
            message: string;
        };
        ConnectionErrorDto: {
            code: string;
            /** @description The error, and what to do. */
            message: string;
            /** @description The destination that failed. */
            destination: string;
            /** @description Whether it requires action. Otherwise, messages are retried. */
            isPermanent: boolean;
            /** Format: date-time */
            failedAt: string;
        };
        ConnectionDto: {
            /** @enum {string} */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            /** @description Whether every setting that the channel requires is set. */
            isConnected: boolean;
            /** @description What to add to connect the channel, as a sentence. */
            missing: string | null;
            /** @description Destinations of messages: email addresses, or the name of a chat channel. */
            destinations: string[];
            /** @description Why the channel cannot be used, regardless of its settings. */
            unavailable: components["schemas"]["ConnectionUnavailableDto"] | null;
            /**
             * Format: date-time
             * @description When a message last arrived.
             */
            lastSuccessAt: string | null;
            /** @description The latest error from a destination without a later success. */
            error: components["schemas"]["ConnectionErrorDto"] | null;
            /**
             * Format: date-time
             * @description Set after many failures in a row. Messages aren't sent before this time.
             */
            pausedUntil: string | null;
            /** @description Destinations that unsubscribed and don't receive email. */
            unsubscribed: string[];
        };
        TestErrorDto: {
            code: string;
            message: string;
        };
        TestResultDto: {
            destination: string;
            /** @enum {string} */
            state: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            error: components["schemas"]["TestErrorDto"] | null;
        };
        ConnectionTestDto: {
            /** @enum {string} */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            /**
             * @description failed: at least one destination failed. waiting: the outcome is not known yet.
             * @enum {string}
             */
            outcome: "sent" | "failed" | "waiting";
            /** @description The outcome as a sentence. */
            message: string;
            /** @description One per destination. */
            results: components["schemas"]["TestResultDto"][];
        };
        RefusedFileDto: {
            name: string;
            reason: string;
            /** Format: date-time */
            at: string;
        };
        InboxDto: {
            /** @description Destination for recordings: a folder on the server, or a key prefix. Null without an inbox. */
            folder: string | null;
            /**
             * Format: date-time
             * @description When the folder was last read; null if never, for example because it does not exist.
             */
            checkedAt: string | null;
            /** Format: date-time */
            takenAt: string | null;
            /** @description Number of files that are still waiting, counted up to 500. */
            waiting: number;
            /** @description Why files are waiting, and what to do. */
            problem: string | null;
            /** @description The latest rejected files. */
            refused: components["schemas"]["RefusedFileDto"][];
            /** @description Names of the latest files, with their folders. */
            names: string[];
        };
        PublicConfigDto: {
            /** @description Display name. */
            productName: string;
            /** Format: email */
            supportEmail: string;
            supportPhone: string;
            /**
             * Format: uri
             * @description Privacy policy.
             */
            privacyUrl: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             */
            termsUrl: string | null;
            /** @description Whether plans can be purchased. */
            billingEnabled: boolean;
            /** @description Maximum recording size, in MB of 1024 × 1024 bytes. */
            maxUploadMb: number;
            /** @description Number of recordings a demo account can upload. */
            demoUploadLimit: number;
            /** @description Minimum length of new passwords, in characters. */
            passwordMinLength: number;
        };
        StartCheckoutDto: {
            /**
             * @description team is base plus team chat notifications.
             * @enum {string}
             */
            plan: "base" | "team";
            /** @description Chat apps for the team plan, at least one. Empty for base. */
            addOns: ("slack" | "teams" | "googleChat")[];
        };
        CheckoutDto: {
            /**
             * Format: uri
             * @description The payment provider's page. Redirect the browser to this URL.
             */
            url: string;
        };
        CheckoutSessionDto: {
            /** @description Recipient of the confirmation; null until the payment is complete. */
            customer_email: string | null;
        };
        SubscriptionDto: {
            /** @description Status at Stripe: active, trialing, past_due (a payment is due, access continues), unpaid, canceled, incomplete, incomplete_expired or paused. Null without a subscription. */
            status: string | null;
            /**
             * @description Null unless the subscription is active, trialing or past_due.
             * @enum {string|null}
             */
            plan: "base" | "team" | null;
            /** @description Add-ons that the account can use. */
            addOns: ("slack" | "teams" | "googleChat")[];
            /**
             * Format: date-time
             * @description End of the paid billing period.
             */
            currentPeriodEnd: string | null;
            /** @description Whether POST /api/billing/portal can be used. */
            canManage: boolean;
        };
        PortalDto: {
            /**
             * Format: uri
             * @description The payment provider's page. Redirect the browser to this URL.
             */
            url: string;
        };
        MailSubscriptionDto: {
            address: string;
            /** @description Whether the address gets email from the account. */
            isSubscribed: boolean;
            /** @description A sentence stating whether the address is subscribed. */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI 3 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    listMyAssistants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantDto"][];
                };
            };
        };
    };
    disconnectMyAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant no longer has access. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAssistants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Latest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssistantDto"][];
                };
            };
        };
    };
    disconnectAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assistant no longer has access. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
        };
    };
    startPasskeySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsDto"];
                };
            };
        };
    };
    startPasskeyOnlySignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsDto"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSignInProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviderDto"];
                };
            };
        };
    };
    changeMyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyPasswordDto"];
            };
        };
        responses: {
            /** @description The password was changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMyAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MyAccountDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current session first, then the most recently used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySessionDto"][];
                };
            };
        };
    };
    endMyOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Only the current session is left. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getConfirmationMethod: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationMethodDto"];
                };
            };
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmDto"];
            };
        };
        responses: {
            /** @description Confirmed. The response replaces the session cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startPasskeyConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsDto"];
                };
            };
        };
    };
    getMySecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySecondFactorDto"];
                };
            };
        };
    };
    startTotpSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSetupDto"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Without another factor, the recovery codes are also deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    activateTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFactorDto"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesDto"];
                };
            };
        };
    };
    startPasskeySetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsDto"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskeyDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewFactorDto"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Without another factor, the recovery codes are also deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Responds even if something is down. At most five seconds old. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatusDto"];
                };
            };
        };
    };
    getSystemHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Responds even if a part is unavailable, and names that part. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealthDto"];
                };
            };
        };
    };
    listUndelivered: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndeliveredDto"][];
                };
            };
        };
    };
    listRecentCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentCallDto"][];
                };
            };
        };
    };
    getProcessingTime: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessingTimeDto"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description One or more of positive, neutral, negative, needs_review, separated by commas. needs_review finds calls whose sentiment is only a guess. The other labels exclude these calls. */
                sentiment?: string;
                /** @description One or more of no_show, delay, quality, price, billing, communication, rudeness, praise, booking, other, separated by commas. */
                topic?: string;
                /** @description Outcome of the call: one or more of booked, not_booked_undecided, not_booked_unreached, not_booked_other, not_a_lead, unclear, separated by commas. */
                booking?: string;
                /** @description Whether the agent asked for the booking, for calls not booked: one or more of asked, not_asked, unclear, separated by commas. */
                asked?: string;
                /** @description Whether an outbound call reached a person: one or more of reached, not_reached, unclear, separated by commas. */
                reached?: string;
                /** @description Only calls with a job in ServiceTitan that names the call or its customer. */
                hasJob?: "true";
                /** @description One or more of received, queued, released, running, completed, skipped, failed, timed_out, separated by commas. */
                state?: string;
                direction?: "inbound" | "outbound";
                /** @description ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found. */
                agent?: string;
                /** @description ID of a customer. Finds calls with any of their numbers. */
                customer?: string;
                /** @description Call type in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
                callType?: string;
                /** @description Call reason in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
                callReason?: string;
                /** @description Campaign in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
                campaign?: string;
                /** @description Business unit in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
                businessUnit?: string;
                /** @description Tag in ServiceTitan, as listed by GET /api/calls/service-titan-words. */
                tag?: string;
                /** @description 1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only calls with a label. */
                weekday?: number;
                /** @description Hour in which the call took place, in the account's time zone: 9 for 9:00 to 9:59. */
                hour?: number;
                /** @description Calls on or after this date or time, in ISO 8601. Dates are in the account's time zone, times in UTC unless a time zone is given. */
                from?: string;
                /** @description Calls up to the end of this date, or before this time. */
                to?: string;
                /** @description Calls from today, yesterday, today and the 7 or 30 days before it, or last week (Monday to Sunday), in the account's time zone. */
                range?: "today" | "yesterday" | "7d" | "last_week" | "30d";
                /** @description The time to which from, to and the order refer. For calls without a start time, or with one in the future, startedAt is the time of receipt. */
                time?: "startedAt" | "receivedAt";
                /** @description Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: "leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. Numbers match in any format, and phone numbers also partially. If no call has all words, the last one is treated as the beginning of a word, and finally the search as a misspelled name. */
                search?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Calls per page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPageDto"];
                };
            };
        };
    };
    uploadCall: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA, up to 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>) | (components["schemas"]["CallDetailsDto"] & {
                    /** @description The turns; SRT or WebVTT as text; or the JSON of Deepgram or OpenAI, as text or as an object. Up to 20,000 turns. */
                    transcript: {
                        /** @description agent or customer, or a name or number for a voice. The words then determine the agent. */
                        speaker?: string | number;
                        /** @description Seconds from the start of the call. */
                        start?: number;
                        end?: number;
                        text: string;
                    }[] | string | {
                        [key: string]: unknown;
                    };
                    /** @description Length of the call. Required if the turns don't have times. Otherwise, the call lasts at least until the end of the last turn. */
                    durationSeconds?: number;
                });
                "application/json": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA, up to 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>) | (components["schemas"]["CallDetailsDto"] & {
                    /** @description The turns; SRT or WebVTT as text; or the JSON of Deepgram or OpenAI, as text or as an object. Up to 20,000 turns. */
                    transcript: {
                        /** @description agent or customer, or a name or number for a voice. The words then determine the agent. */
                        speaker?: string | number;
                        /** @description Seconds from the start of the call. */
                        start?: number;
                        end?: number;
                        text: string;
                    }[] | string | {
                        [key: string]: unknown;
                    };
                    /** @description Length of the call. Required if the turns don't have times. Otherwise, the call lasts at least until the end of the last turn. */
                    durationSeconds?: number;
                });
            };
        };
        responses: {
            /** @description The call is stored and will be processed. */
            202: {
                headers: {
                    /** @description URL for the call's state and result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
        };
    };
    getServiceTitanWords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceTitanWordsDto"];
                };
            };
        };
    };
    getOwnCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    deleteCall: {
        parameters: {
            query?: {
                /** @description true also removes notes about the call from customers in ServiceTitan, once the deletion can no longer be undone. Notes of jobs cannot be removed through its API. */
                removeNotes?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedCallDto"];
                };
            };
        };
    };
    correctCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectCallDto"];
            };
        };
        responses: {
            /** @description The updated call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    reprocessCall: {
        parameters: {
            query?: {
                /** @description Whether the new words also replace edits by people. A corrected label is kept. */
                discardEdits?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
        };
    };
    swapSpeakers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
        };
    };
    restoreCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call is restored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                /** @description Takes precedence over the Accept header. text returns a file to download. */
                format?: "json" | "text";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptDto"];
                    "text/plain": string;
                };
            };
        };
    };
    correctTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectTranscriptDto"];
            };
        };
        responses: {
            /** @description The updated transcript. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptDto"];
                };
            };
        };
    };
    correctLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectLabelDto"];
            };
        };
        responses: {
            /** @description The corrected call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    undoCorrection: {
        parameters: {
            query?: {
                /** @description correctedAt of the correction to undo. If the call has been corrected again since, the response is 409. If omitted, any correction is undone. */
                replaces?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call with its original label. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    editWords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditWordsDto"];
            };
        };
        responses: {
            /** @description The updated call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    writeWords: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary is being written. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
        };
    };
    listCallShares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedLinkDto"][];
                };
            };
        };
    };
    shareCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSharedLinkDto"];
            };
        };
        responses: {
            /** @description The link. Its URL is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSharedLinkDto"];
                };
            };
        };
    };
    revokeCallShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                shareId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link no longer works. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSharedCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedCallDto"];
                };
            };
        };
    };
    countSharedCallOpening: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSavedFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilterDto"][];
                };
            };
        };
    };
    saveFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveFilterDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilterDto"];
                };
            };
        };
    };
    replaceFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveFilterDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilterDto"];
                };
            };
        };
    };
    deleteFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    drawChecks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DrawnCallDto"][];
                };
            };
        };
    };
    answerCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerCheckDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckResultDto"];
                };
            };
        };
    };
    skipCheck: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SkipCheckDto"];
            };
        };
        responses: {
            /** @description The call is skipped. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAccuracy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccuracyReportDto"];
                };
            };
        };
    };
    getBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasicCallsDto"];
                };
            };
        };
    };
    reprocessBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasicCallsDto"];
                };
            };
        };
    };
    cancelBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stopped, even if no reprocessing was in progress. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getCallImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallImportStateDto"];
                };
            };
        };
    };
    countEarlierCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCallImportDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallImportStateDto"];
                };
            };
        };
    };
    cancelCallImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stopped, even if nothing was in progress. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    fetchEarlierCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallImportStateDto"];
                };
            };
        };
    };
    getAllBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasicCallsDto"];
                };
            };
        };
    };
    reprocessAllBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasicCallsDto"];
                };
            };
        };
    };
    cancelAllBasicCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stopped, even if no reprocessing was in progress. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getToday: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TodayDto"];
                };
            };
        };
    };
    closeFollowUps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseFollowUpsDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpClosingDto"];
                };
            };
        };
    };
    undoClosing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description ID from the response that closed them. */
                closingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoneClosingDto"];
                };
            };
        };
    };
    listFollowUps: {
        parameters: {
            query?: {
                /** @description waiting: customers to call back, by the cost of waiting: today's customers, then customers due later, then older ones. closed: done or dismissed, latest first. Defaults to waiting, or to all with customer, call or callback. */
                show?: "waiting" | "snoozed" | "closed";
                /** @description Part of the waiting list. today: in danger, or called or became due since the office last closed. later: due after today. older: all other waiting customers. */
                section?: "today" | "later" | "older";
                kind?: "unhappy" | "lead" | "rule" | "promise" | "voicemail" | "review";
                /** @description me, none, or the user ID of a member. */
                assignee?: string;
                /** @description true: only overdue follow-ups. */
                overdue?: boolean;
                customerId?: string;
                /** @description ID of a call. Finds the follow-up that the call joined or settled. */
                callId?: string;
                /** @description Callback result as in the happiness report, without dismissed follow-ups. in_time, late: called back before or after it was due. waiting: still to call back. never: closed without a callback. recovered: happy again. won: a lead that was won back. */
                callback?: "all" | "in_time" | "late" | "waiting" | "never" | "recovered" | "won";
                /** @description Opened by a call on or after this date or time, in ISO 8601. Dates are in the account's time zone. */
                openedFrom?: string;
                /** @description Opened by a call up to the end of this date, or before this time. */
                openedTo?: string;
                /** @description Direction of the deciding call. */
                direction?: "inbound" | "outbound";
                /** @description ID of the agent of that call, or of another agent matched to the same member. */
                agent?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Follow-ups per page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpPageDto"];
                };
            };
        };
    };
    countFollowUps: {
        parameters: {
            query?: {
                /** @description Part of the waiting list. today: in danger, or called or became due since the office last closed. later: due after today. older: all other waiting customers. */
                section?: "today" | "later" | "older";
                kind?: "unhappy" | "lead" | "rule" | "promise" | "voicemail" | "review";
                /** @description me, none, or the user ID of a member. */
                assignee?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpCountsDto"];
                };
            };
        };
    };
    listOpenDays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenDayDto"][];
                };
            };
        };
    };
    previewLeads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadPreviewDto"];
                };
            };
        };
    };
    getFollowUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpDetailsDto"];
                };
            };
        };
    };
    changeFollowUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeFollowUpDto"];
            };
        };
        responses: {
            /** @description The updated follow-up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpDetailsDto"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"][];
                };
            };
        };
    };
    listFollowUpDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"][];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message is queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description Part of the name, or of a phone number in any format. */
                search?: string;
                /** @description recent: latest call first. calls: most calls in 90 days first. risk: customers at risk first, starting with the unhappiest. name: A to Z. */
                sort?: "recent" | "calls" | "risk" | "name";
                /** @description true: only customers at risk. */
                atRisk?: boolean;
                /** @description true: only customers with a waiting follow-up. */
                waiting?: boolean;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Customers per page. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPageDto"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
        };
    };
    renameCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameCustomerDto"];
            };
        };
        responses: {
            /** @description The updated customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
        };
    };
    mergeCustomers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergeCustomerDto"];
            };
        };
        responses: {
            /** @description The updated customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
        };
    };
    splitCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitCustomerDto"];
            };
        };
        responses: {
            /** @description The new customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
        };
    };
    countErasableCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasedCustomerDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasableCallsDto"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasedCustomerDto"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureListDto"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasureDto"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExportListDto"];
                };
            };
        };
    };
    startExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountExportDto"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export was canceled, or its file was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    uploadDemo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description An audio/* file of up to 50 MB: MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA.
                     */
                    audio: string;
                };
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoUploadResultDto"];
                };
            };
            /** @description The call is still being processed. */
            202: {
                headers: {
                    /** @description URL for the call's state and result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoPendingDto"];
                };
            };
        };
    };
    uploadTrial: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description An audio/* file of up to 50 MB: MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA.
                     */
                    audio: string;
                };
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoUploadResultDto"];
                };
            };
            /** @description The call is still being processed. */
            202: {
                headers: {
                    /** @description URL for the call's state and result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoPendingDto"];
                };
            };
        };
    };
    getDemoJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoJobDto"];
                };
            };
        };
    };
    getDemoUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoUsageDto"];
                };
            };
        };
    };
    sendContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactMessageDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponseDto"];
                };
            };
        };
    };
    listContactMessages: {
        parameters: {
            query?: {
                state?: "new" | "done";
                /** @description The nextCursor of the previous page. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactInboxDto"];
                };
            };
        };
    };
    markContactMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkContactMessageDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxMessageDto"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"][];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user can no longer sign in and is being deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    activateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    makeAdministrator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordDto"];
            };
        };
        responses: {
            /** @description The password was set. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listUserErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserErrorDto"][];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"][];
                };
            };
        };
    };
    leaveAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You left the account. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The member was removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRoleDto"];
            };
        };
        responses: {
            /** @description The updated list of members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"][];
                };
            };
        };
    };
    transferOwnership: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The updated list of members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"][];
                };
            };
        };
    };
    listMyAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountMembershipDto"][];
                };
            };
        };
    };
    openAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has switched to the account. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMyAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAlertsDto"];
                };
            };
        };
    };
    changeMyAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMemberAlertsDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberAlertsDto"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationDto"][];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitationDto"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link no longer works. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDto"][];
                };
            };
        };
    };
    matchAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MatchAgentDto"];
            };
        };
        responses: {
            /** @description The updated list of agents. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDto"][];
                };
            };
        };
    };
    setMyPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
                "image/webp": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
        };
    };
    removeMyPicture: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
        };
    };
    listUsersWithTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithTokensDto"][];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenDto"][];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTokenDto"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTokenDto"];
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token was deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startImpersonation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationStatusDto"];
                };
            };
        };
    };
    getImpersonationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationStatusDto"];
                };
            };
        };
    };
    stopImpersonation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationStatusDto"];
                };
            };
        };
    };
    recordUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedUsageDto"];
            };
        };
        responses: {
            /** @description The new or existing record. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecordDto"];
                };
            };
        };
    };
    getMyUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyUsageDto"];
                };
            };
        };
    };
    getSystemUsage: {
        parameters: {
            query?: {
                /** @description Days in your time zone to look back, including today: 1 to 3650, or all for all time. */
                days?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemUsageDto"];
                };
            };
        };
    };
    getUsageAnalytics: {
        parameters: {
            query?: {
                /** @description Days to look back, including today: in your time zone for all accounts together, in UTC for each. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountUsageDto"][];
                };
            };
        };
    };
    getDailyUsage: {
        parameters: {
            query?: {
                /** @description Days to look back, including today: in your time zone for all accounts together, in UTC for each. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Includes every requested day, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyUsageDto"][];
                };
            };
        };
    };
    getUserUsage: {
        parameters: {
            query?: {
                /** @description Days to look back, including today: in your time zone for all accounts together, in UTC for each. */
                days?: number;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserUsageDto"];
                };
            };
        };
    };
    previewWeeklyLetter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeeklyLetterPreviewDto"];
                };
            };
        };
    };
    testWeeklyLetter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The letter will be sent in a moment. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeeklyLetterTestDto"];
                };
            };
        };
    };
    getHappiness: {
        parameters: {
            query?: {
                /** @description The first day, in the account's time zone. By default, the period is 30 days long. */
                from?: string;
                /** @description The last day. Today by default. At most 366 days after the first day. */
                to?: string;
                /** @description How the trend is grouped. Weeks start on Monday. auto: by day, or by week or month in long periods and when most days have too few calls for a score. */
                by?: "auto" | "day" | "week" | "month";
                /** @description Only calls in this direction. */
                direction?: "inbound" | "outbound";
                /** @description Only calls by this agent. If the agent is matched to a member, includes calls by all agents matched to that member. */
                agent?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HappinessDto"];
                };
            };
        };
    };
    getBookings: {
        parameters: {
            query?: {
                /** @description The first day, in the account's time zone. By default, the period is 30 days long. */
                from?: string;
                /** @description The last day. Today by default. At most 366 days after the first day. */
                to?: string;
                /** @description How the trend is grouped. Weeks start on Monday. auto: by day, or by week or month in long periods and when most days have too few calls for a score. */
                by?: "auto" | "day" | "week" | "month";
                /** @description Only calls in this direction. */
                direction?: "inbound" | "outbound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookingsDto"];
                };
            };
        };
    };
    getGuideline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuidelineDto"];
                };
            };
        };
    };
    saveGuideline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveGuidelineDto"];
            };
        };
        responses: {
            /** @description The version in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuidelineDto"];
                };
            };
        };
    };
    listGuidelineVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuidelineDto"][];
                };
            };
        };
    };
    restoreGuideline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreGuidelineDto"];
            };
        };
        responses: {
            /** @description The version in force. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuidelineDto"];
                };
            };
        };
    };
    backTestGuideline: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GuidelineDraftDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackTestDto"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Assistant connected" | "Assistant disconnected" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description Start of the range: an ISO 8601 date in your account's time zone, or a timestamp. */
                from?: string;
                /** @description End of the range: this date, or before this timestamp. */
                to?: string;
                /** @description Text in the description, the actor's name or email, or the IP address. */
                search?: string;
                /** @description Entries by or about this user, and about the accounts that the user owns. */
                userId?: string;
                /** @description The ID of the last entry of the previous page. */
                after?: string;
                /** @description Number of entries, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityDto"][];
                };
            };
        };
    };
    listMyActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Assistant connected" | "Assistant disconnected" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description Start of the range: an ISO 8601 date in your account's time zone, or a timestamp. */
                from?: string;
                /** @description End of the range: this date, or before this timestamp. */
                to?: string;
                /** @description Text in the description, the actor's name or email, or the IP address. */
                search?: string;
                /** @description The ID of the last entry of the previous page. */
                after?: string;
                /** @description Number of entries, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityDto"][];
                };
            };
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                kind?: "sign_in" | "sign_out" | "access_refused" | "token_refused" | "rights_changed" | "credentials_changed" | "throttled";
                outcome?: "succeeded" | "refused";
                /** @description Events by or about this user, and about the accounts that the user owns. Also accepts the ID of a deleted user. */
                userId?: string;
                /** @description Like userId, for all users with this text in their name or email. Also finds attempts to sign in with exactly this email address if no user has it. */
                user?: string;
                /** @description An IP address or the beginning of one. */
                address?: string;
                /** @description Start of the range: an ISO 8601 date in your account's time zone, or a timestamp. */
                from?: string;
                /** @description End of the range: this date, or before this timestamp. */
                to?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Number of events, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityEventPageDto"];
                };
            };
        };
    };
    getMySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeMySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMySettingsDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeMyRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRetentionDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeMyEmailAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailAddressesDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    askMyEmailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskAddressDto"];
            };
        };
        responses: {
            /** @description The email will be sent. Links in earlier emails keep working. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeMyEmailLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailLabelsDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeMyVocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeVocabularyDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    renewWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretDto"];
                };
            };
        };
    };
    getAccountSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    getSettingsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeSettingsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeAccountSettingsDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeEmailAddressesOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailAddressesDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    askEmailAddressOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskAddressDto"];
            };
        };
        responses: {
            /** @description The email will be sent. Links in earlier emails keep working. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeEmailLabelsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailLabelsDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    changeVocabularyOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeVocabularyDto"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
        };
    };
    previewMyRetention: {
        parameters: {
            query?: {
                /** @description Days to keep recordings. If omitted, recordings are not counted. */
                recordingsRetentionDays?: number;
                /** @description Days to keep transcripts. If omitted, transcripts are not counted. */
                transcriptsRetentionDays?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreviewDto"];
                };
            };
        };
    };
    previewRetentionOfUser: {
        parameters: {
            query?: {
                /** @description Days to keep recordings. If omitted, recordings are not counted. */
                recordingsRetentionDays?: number;
                /** @description Days to keep transcripts. If omitted, transcripts are not counted. */
                transcriptsRetentionDays?: number;
            };
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreviewDto"];
                };
            };
        };
    };
    listMyConnections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDto"][];
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test was sent, failed, or is still waiting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestDto"];
                };
            };
        };
    };
    listConnectionsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionDto"][];
                };
            };
        };
    };
    getMyInbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxDto"];
                };
            };
        };
    };
    getPublicConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicConfigDto"];
                };
            };
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartCheckoutDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutDto"];
                };
            };
        };
    };
    getCheckoutSession: {
        parameters: {
            query: {
                /** @description The ID that Stripe added to the URL of the success page. */
                session_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutSessionDto"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDto"];
                };
            };
        };
    };
    openBillingPortal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalDto"];
                };
            };
        };
    };
    openUnsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that says whether the address is subscribed, with a button to change that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscriptionDto"];
                    "text/html": string;
                };
            };
        };
    };
}
