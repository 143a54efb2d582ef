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
    "/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the sign-in page or redirect to the sign-in provider */
        get: operations["openSignIn"];
        put?: never;
        /** Sign in with email and password */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Same as GET /api/login */
        get: operations["openSignInToo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/local": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the password page, with or without a provider */
        get: operations["openLocalSignIn"];
        put?: never;
        /** Same as POST /api/login */
        post: operations["signInLocally"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the page that asks for a code after the password */
        get: operations["openSecondStep"];
        put?: never;
        /**
         * Finish signing in with a code
         * @description Needs the cookie that is set after the right password. At most 10 wrong codes an hour.
         */
        post: operations["signInWithCode"];
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
         * @description Needs the cookie that is set after the right password.
         */
        post: operations["startPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish signing in with a passkey
         * @description Needs the cookie that is set after the right password. At most 10 wrong tries an hour.
         */
        post: operations["signInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a sign-in link
         * @description Shows a button. The link stays usable until it is pressed, for 15 minutes.
         */
        get: operations["openSignInLink"];
        put?: never;
        /**
         * Sign in with a link
         * @description Works once, even if passwords are turned off. Ends the user's other sessions.
         */
        post: operations["signInWithLink"];
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
        /** Sign out here and at the sign-in provider, for browsers */
        get: operations["openSignOut"];
        put?: never;
        /** Sign out here only, not at the sign-in provider */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Callback of the sign-in provider */
        get: operations["finishSignIn"];
        put?: never;
        post?: never;
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
        /** Sign out in one browser */
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
        /** Get how to confirm your identity */
        get: operations["getConfirmationMethod"];
        put?: never;
        /**
         * Confirm your identity with your password and, with two-step verification, a code or a passkey
         * @description Allows sensitive changes, such as those of emails, roles and passwords, for 15 minutes in this session. Otherwise they respond 403 `REAUTHENTICATION_REQUIRED`. Signing in does the same. During impersonation, it takes the password of the administrator.
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
         * @description During impersonation, for a passkey of the administrator.
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
        /** Get whether two-step verification is on */
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
         * @description Nothing changes until a code of the app activates it. A second call replaces the secret.
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
         * Turn on two-step verification with a code of the app
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
         * @description Nothing changes until the passkey is added. A second call replaces the challenge.
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
         * @description Afterwards, signing in with the password also requires a second step.
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
    "/api/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the page to create a demo account */
        get: operations["openSignUp"];
        put?: never;
        /** Create a demo account with email and password */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-up/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the page that confirms an email address
         * @description Changes nothing, because mail scanners open links.
         */
        get: operations["openSignUpConfirmation"];
        put?: never;
        /** Confirm the email address, create the account and sign in */
        post: operations["confirmSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the page for a forgotten password */
        get: operations["openForgotPassword"];
        put?: never;
        /** Send a link to choose a new password */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the page to choose a new password */
        get: operations["openPasswordReset"];
        put?: never;
        /** Choose a new password and end all sessions */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether the process is alive */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether calls can be accepted and processed */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
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
    "/api/n8n/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit a call
         * @description Send the recording as a file, or a URL to fetch it from. Sending the same call again, with the same Idempotency-Key or externalId, returns the existing call.
         */
        post: operations["submitCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/n8n/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the state and result of a call */
        get: operations["getCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call
         * @description Deletes the recording, transcript, analysis, links and messages of a call. If it is being processed, processing stops. Usage is kept without content. Sending the call again returns 409.
         */
        delete: operations["deleteSubmittedCall"];
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
         * @description Send the recording as a file, or a URL to fetch it from. Sending the same call again, with the same Idempotency-Key or externalId, returns the existing call.
         */
        post: operations["uploadCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export calls as CSV
         * @description For spreadsheets: UTF-8, times in the time zone of the account. Accepts the filters of the list and returns at most the 50,000 latest calls. Cells that a spreadsheet would treat as a formula start with an apostrophe.
         */
        get: operations["exportCalls"];
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
         * @description State and result. The transcript has its own endpoint.
         */
        get: operations["getOwnCall"];
        put?: never;
        post?: never;
        /**
         * Delete a call
         * @description Deletes the recording, transcript, analysis, links and messages of a call, and its details in follow-ups and the customer. If the call is being processed, processing stops. Usage is kept without content. For 30 seconds, POST /api/calls/{id}/restore undoes it. Notes in ServiceTitan stay there, unless removeNotes is sent.
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
         * @description For a call in a final state. Its result is kept until there is a new one. Corrections and edits by people are kept. The call is not billed again, and no alerts are sent.
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
         * Swap the speakers of a call
         * @description For a call whose agent and customer are swapped. The transcript is corrected and analyzed again, without another transcription. The result is kept until there is a new one. The call is not billed again, and no alerts are sent.
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
         * @description Within 30 seconds. Messages that were waiting are sent after all.
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
         * Get the transcript of a call
         * @description Returns JSON, or a text file to download with Accept: text/plain or format=text. If the speakers were guessed, the text starts with a line that says so, and an empty line.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a name or word in the transcript of a call
         * @description Quotes from the transcript are corrected, too. The label and summary stay unchanged.
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
         * Correct the label of a call
         * @description Lists, filters, counts and exports show the corrected label, even after the call is reprocessed. The original label is kept in correction. Alerts are not sent again; your outgoing webhook gets call.corrected.
         */
        put: operations["correctLabel"];
        post?: never;
        /**
         * Undo the correction of a label
         * @description Restores the call's original label. Nothing changes if it was not corrected.
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
         * Edit the summary and the instruction of a call
         * @description They replace the original words wherever the call is shown, even after it is reprocessed. The original is kept in words. Alerts are not sent again; your outgoing webhook gets call.edited, and a note in ServiceTitan is followed by another one after two minutes without an edit.
         */
        put: operations["editWords"];
        /**
         * Rewrite the summary of a call
         * @description Written by the configured language model from the current transcript. Until then, words.isWriting is true. Edits by people are kept, and so is everything if nothing could be written that the call supports.
         */
        post: operations["writeWords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calls/{id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the recording of a call */
        get: operations["getCallAudio"];
        put?: never;
        post?: never;
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
         * @description Working links, with how often they were opened.
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
         * Get what a link shows of a call
         * @description Changes nothing, because scanners open links.
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
        /** Count an opening of a shared call */
        post: operations["countSharedCallOpening"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared/{token}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the recording or clip that a link shares */
        get: operations["getSharedCallAudio"];
        put?: never;
        post?: never;
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
         * Save filters of the list of calls under a name
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
         * @description Draws up to five random calls of the last 90 days with a label and a recording. A call is drawn only once. Drawn calls that you have not answered yet come first.
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
         * @description Answers are final. If the label of the call differs, it is corrected, unless a user corrected it before. Undoing that correction does not change the answer.
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
         * @description It is not drawn again.
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
         * @description Based on the calls that were drawn and checked. Ordinary corrections do not count.
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
    "/api/checks/export.jsonl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export checked calls
         * @description The transcripts of the checked calls with the labels that people gave them, one JSON object per line, in the format of `npm run evaluate`. Whether a follow-up is needed is the analyst's judgment.
         */
        get: operations["exportCheckedCalls"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Count customers to call back */
        get: operations["countFollowUps"];
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
    "/api/n8n/follow-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List follow-ups in the order of their changes
         * @description Keep the nextCursor: with it, the next request only returns later changes.
         */
        get: operations["listChangedFollowUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/n8n/follow-ups/{id}": {
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
         * Take, assign, snooze or close a follow-up
         * @description Follow-ups taken with the token belong to the owner of the account.
         */
        patch: operations["changeFollowUpByToken"];
        trace?: never;
    };
    "/api/follow-up-links/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the page that takes a follow-up
         * @description Changes nothing, because scanners open links.
         */
        get: operations["openFollowUpLink"];
        put?: never;
        /**
         * Take a follow-up with the link in a message
         * @description Each link works once.
         */
        post: operations["takeFollowUpByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Its webhooks, and the messages about overdue follow-ups that first named it.
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
         * @description For a message in a final state or waiting for a retry. Its permission to be sent is checked again.
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
         * @description Everyone who called or was called, and how happy they are. All filters must match.
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
         * @description Includes mood by month, promises and notes. Their calls: GET /api/calls with customer. Their follow-ups: GET /api/follow-ups with customerId.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a customer
         * @description Later calls do not change the name.
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
         * @description Moves the other customer's numbers, calls and follow-ups to this one. If both have a waiting follow-up, the two are joined.
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
         * Split a number from a customer
         * @description Creates a customer with this number, its calls, and the follow-ups that are only about these.
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
        /** Count the calls that erasing a customer would erase */
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
         * @description Deletes all calls of a customer up to now, with recordings, transcripts, analyses, links, messages and follow-ups, the customer with names and numbers, and earlier exports of the account. Cannot be undone. Runs in the background: GET /api/my/erasures/{id} shows the progress, and stays as the receipt. Notes in ServiceTitan stay there.
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
         * List receipts of erasures
         * @description The latest 100. They say what was erased, when and by whom, without its content.
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
        /** Get the receipt of an erasure */
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
         * @description The latest 20.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Export everything
         * @description Creates a ZIP file with a table of all calls (calls.csv), their transcripts (transcripts.jsonl) and recordings, in the background: GET /api/my/exports shows the progress. When it is ready, you get an email, and it can be downloaded for 7 days. Deleting a call, or erasing a customer, also deletes earlier exports; one that is under way starts over.
         */
        post: operations["startExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/my/exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download an export */
        get: operations["downloadExport"];
        put?: never;
        post?: never;
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
         * @description Cancels it while it is under way, or deletes its file. Does nothing if it has neither.
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
         * @description For demo accounts, which have five uploads. Failed uploads count, too, unless the failure was internal. Recordings can be up to `maxMinutes` long (`GET /api/my/demo-usage`); those of uploads without a result are deleted. Waits up to 25 seconds for the result. If processing takes longer, responds 202 with the location of the result.
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
         * Try the product with a recording, with a full account
         * @description Like the demo, for active accounts: without a limit on uploads, and the minutes count. No note is written, and no alert is sent. The call does not appear in lists.
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
        /** Get the number of demo uploads used and left */
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
         * @description Open to visitors. Support replies to the given email address.
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
        /** List messages of the contact form, newest first */
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
        /** Mark a message of the contact form as done or new */
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
         * @description The user signs in with this password. New accounts are demo accounts; activate one to open the full product.
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
         * @description Also deletes the accounts without another owner, with calls, transcripts, recordings, usage, settings and tokens. They are disabled immediately and deleted in the background, after an active subscription is canceled. Until then, the user is listed with deletion.
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
         * @description Cancels the subscription immediately, deletes the bearer tokens, signs the user out everywhere and skips the waiting calls. Calls cannot be opened until the account is activated. The user can sign in again, to the demo.
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
         * @description Signs the user out everywhere. For your own password, your current session stays.
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
         * List the latest errors of an account, newest first
         * @description The 10 latest calls that could not be processed and messages that could not be sent.
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
         * @description Without another account, you get a demo account.
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
         * @description They lose access immediately.
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
        /** Switch this session to another account of yours */
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
         * @description They are sent to the address that you sign in with. The emails of the account do not change.
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
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the page of an invitation
         * @description Changes nothing, because mail scanners open links.
         */
        get: operations["openInvitation"];
        put?: never;
        /** Accept an invitation as the signed-in user */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation with a new password */
        post: operations["joinWithPassword"];
        delete?: never;
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
         * Match an agent to a member
         * @description All calls of the agent then show the member's name, including later calls. Several agents can be matched to the same member.
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
         * @description The body is the file: PNG, JPEG or WebP, up to 2 MB and 25 megapixels. It replaces your current picture. Stored as a small copy without metadata.
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
    "/api/users/{id}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the uploaded picture of a user
         * @description Pictures of members of the same account; administrators can get all. The URL is in `profileImageUrl`.
         */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** List the tokens of a user, newest first */
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
         * @description The session acts as this user, who may be disabled or an administrator, and cannot use administrator routes, except to show and stop the impersonation.
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
         * @description Does nothing when the session is not impersonating.
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
         * @description Counts toward the totals and the monthly limit, and is charged like the minutes of calls. Processed calls record their usage automatically: do not post it again.
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
        /** Get the total usage of all accounts */
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
        /** Get the daily usage of all accounts */
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
         * @description The letter about last week as it would be sent now.
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
    "/api/my/weekly-letter/preview.html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the weekly letter as a page
         * @description The email as HTML as it would be sent now. It loads nothing, and its links open in new tabs.
         */
        get: operations["previewWeeklyLetterPage"];
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
         * @description The letter about last week, marked as a test.
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
         * Get how happy customers are
         * @description The last 30 days by default. The score is the share of positive calls minus the share of negative ones, in points from -100 to 100, with a 95 % confidence interval. Fewer than 10 judged calls have no score. Calls that need a listen are counted separately, and demo calls not at all.
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
    "/api/my/happiness/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export how happy customers are as CSV
         * @description For spreadsheets: UTF-8, with a row for each figure of the report. Cells that a spreadsheet would treat as a formula start with an apostrophe.
         */
        get: operations["exportHappiness"];
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
         * @description What counts as happy or unhappy for you: a text for language models, and rules for any analyst.
         */
        get: operations["getGuideline"];
        /**
         * Save a version of your guideline
         * @description It applies to calls that are processed or reprocessed from now on. Test it on past calls first. A person's correction of a label overrides the rules.
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
         * @description Starts with the one in force; the latest 50.
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
         * @description Replays the rules on the latest 200 calls and on the checked ones: which labels change, which follow-ups would open, and how accurate the labels are before and after. Changes nothing. The effect of the text on a language model is not replayed.
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
    "/api/admin/activity/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the activity log as CSV
         * @description For spreadsheets: UTF-8, times in the administrator's time zone. Accepts the filters of the list and returns at most the 50,000 newest entries.
         */
        get: operations["exportActivity"];
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
         * @description Network address and browser are null unless the actor is a member of the account now, and not an administrator.
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
    "/api/my/activity/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export activity in the account as CSV
         * @description For spreadsheets: UTF-8, times in the time zone of the account. Accepts the filters of the list and returns at most the 50,000 newest entries.
         */
        get: operations["exportMyActivity"];
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
         * @description Sign-ins and attempts, refused requests, and changes of rights and passwords. Equal events within a minute are combined, with their number.
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
    "/api/admin/security-events/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export security events as CSV
         * @description For spreadsheets: UTF-8, times in the administrator's time zone. Accepts the filters of the list and returns at most the 50,000 newest events.
         */
        get: operations["exportSecurityEvents"];
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
         * @description Send only the fields to change; all others stay as they are. Null or an empty string clears a text or a secret.
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
         * @description Send only the fields to change. Fewer days delete older data within an hour, which cannot be undone: previewMyRetention counts it.
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
         * @description Preserves concurrent changes, unlike sending the whole list.
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
         * Send an address its confirmation email again
         * @description An address outside the account gets no emails about calls until it confirms.
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
         * Choose the calls about which an address gets emails
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
         * @description Preserves concurrent changes, unlike sending the whole list.
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
        /** Get the settings of the account */
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
        /** Get the settings of any account */
        get: operations["getSettingsOfUser"];
        /**
         * Change the settings of any account
         * @description Like changing your own settings. Administrators can also set add-ons and higher limits.
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
         * Add and remove email addresses of any account
         * @description Preserves concurrent changes, unlike sending the whole list.
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
         * Send an address of any account its confirmation email again
         * @description An address outside the account gets no emails about calls until it confirms.
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
         * Choose the calls about which an address of any account gets emails
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
         * Add and remove names and words of any account
         * @description Preserves concurrent changes, unlike sending the whole list.
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
         * Count what a shorter retention would delete
         * @description Counts what a change of the settings would delete. It deletes nothing.
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
         * Count what a shorter retention of any account would delete
         * @description Counts what a change of the settings would delete. It deletes nothing.
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
         * @description Every channel: whether it is connected, when a message last arrived, and the latest error since then.
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
         * @description Sends a message marked as a test and waits up to 25 seconds for the outcome. For ServiceTitan, only reads. While a test of the channel is in progress, returns its outcome.
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
        /** List the connections of any account */
        get: operations["listConnectionsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/n8n/profile/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the profile of the account
         * @description For the account that the token or session belongs to. Administrators can read any account.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alert-addresses/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the page that asks whether an address wants alerts
         * @description Changes nothing, because mail scanners open links.
         */
        get: operations["openAlertAddressLink"];
        put?: never;
        /** Confirm or decline alerts with the link in an email */
        post: operations["respondToAlertAddressLink"];
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
        /** Get name, contact details and limits of this installation */
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
         * Get the confirmation email of a checkout
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
         * @description Returns the URL of a page of the payment provider for invoices, payment methods and cancellation. The URL is personal and expires after a few minutes.
         */
        post: operations["openBillingPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive an event from the payment provider
         * @description For the payment provider only. Accepts events signed with STRIPE_WEBHOOK_SECRET in the last five minutes. Repeated events have no effect.
         */
        post: operations["receiveStripeEvent"];
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
        /**
         * Unsubscribe or resubscribe
         * @description Supports one-click unsubscribe in email apps (RFC 8058). Any body except a form with `action=subscribe` unsubscribes.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an assistant
         * @description A server of the Model Context Protocol (streamable HTTP, without sessions), for assistants such as Claude and ChatGPT. tools/list describes the tools. A notification gets 202 without a body. With a read-only token, tools that change something are refused.
         */
        post: operations["sendMcpMessage"];
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
        CurrentUserDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Null when the sign-in provider sends none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @description A path of this site for an uploaded picture, or the URL from the sign-in provider.
             * @example /api/users/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/picture?v=9f86d081884c7d659a2feaa0c55ad015.png
             */
            profileImageUrl: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /** @example Reyes HVAC */
            company: string | null;
            /**
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * Format: date-time
             * @description Usage months start here for accounts without a subscription.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * @description IANA time zone of the account; null until it is set.
             * @example America/New_York
             */
            timeZone: string | null;
            /**
             * @description Whether the user has a password.
             * @example true
             */
            hasPassword: boolean;
            /**
             * Format: uuid
             * @description The account that the user is working on.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            accountId: string;
            /**
             * @description The company, or else the owner's name.
             * @example Reyes HVAC
             */
            accountName: string;
            /**
             * @description The user's role in the account.
             * @example owner
             * @enum {string}
             */
            memberRole: "owner" | "manager" | "member" | "viewer";
            /**
             * @description The step that the user must complete first.
             * @example null
             * @enum {string|null}
             */
            requiredStep: "change_password" | "set_up_second_factor" | null;
            /**
             * @description Whether the current password does not meet the rules for new passwords. Ask the user to change it.
             * @example false
             */
            hasWeakPassword: boolean;
            /**
             * @description Whether an administrator is viewing as this user.
             * @example false
             */
            isImpersonated: boolean;
        };
        FieldErrorDto: {
            /** @example direction */
            field: string;
            /** @example This must be inbound or outbound. */
            message: string;
        };
        ProblemDto: {
            /** @example 400 */
            statusCode: number;
            /**
             * @description Stable error code for programs. Later versions may add codes.
             * @example VALIDATION_FAILED
             */
            code: ("BAD_REQUEST" | "BODY_TOO_LARGE" | "BODY_TOO_SLOW" | "FORM_TOO_LARGE" | "IDEMPOTENCY_KEY_INVALID" | "IDEMPOTENCY_KEY_REUSED" | "JSON_TOO_DEEP" | "JSON_TOO_MANY_VALUES" | "MALFORMED_FORM" | "MALFORMED_JSON" | "NO_SUCH_ROUTE" | "RATE_LIMITED" | "REQUEST_ABORTED" | "UNKNOWN_HOST" | "UNSUPPORTED_CONTENT_TYPE" | "UNSUPPORTED_ENCODING" | "VALIDATION_FAILED" | "ACCOUNT_CHANGED" | "ACCOUNT_GONE" | "ADMIN_ONLY" | "ADMINISTRATOR_NOT_CONFIRMED" | "SECOND_FACTOR_NOT_CONFIRMED" | "CHANGED_MEANWHILE" | "CROSS_ORIGIN" | "EMAIL_LINK_INVALID" | "FORBIDDEN" | "IMPERSONATING" | "LAST_SECOND_FACTOR" | "LOCAL_SIGN_IN_OFF" | "NO_PASSWORD" | "PASSKEY_EXISTS" | "PASSKEYS_UNAVAILABLE" | "PASSKEY_REFUSED" | "PASSWORD_CHANGE_REQUIRED" | "REAUTHENTICATION_REQUIRED" | "ROUTE_CLOSED" | "SECOND_FACTOR_EXISTS" | "SECOND_FACTOR_NOT_FOUND" | "SECOND_FACTOR_REQUIRED" | "SECOND_FACTOR_SETUP_MISSING" | "SECOND_FACTOR_SETUP_REQUIRED" | "SESSION_NOT_FOUND" | "SIGNED_OUT" | "SIGN_IN_DECLINED" | "SIGN_IN_EXPIRED" | "SIGN_IN_LINK_INVALID" | "SIGN_IN_OFF" | "SIGN_IN_PROVIDER_AWAY" | "SIGN_IN_PROVIDER_FAILED" | "SIGN_IN_PROVIDER_REFUSED" | "SIGN_IN_REFUSED" | "SIGN_UP_OFF" | "TOO_MANY_PASSKEYS" | "TOKEN_IN_ADDRESS" | "TOKEN_MISSING" | "TOKEN_NOT_FOUND" | "TOKEN_REFUSED" | "UNAUTHENTICATED" | "ACCOUNT_DISABLED" | "ACCOUNT_NOT_ACTIVE" | "ACCOUNT_NOT_FOUND" | "ACCOUNT_SWITCHED_OFF" | "EMAIL_TAKEN" | "LAST_ADMINISTRATOR" | "NO_OWN_ACCOUNT" | "ROLE_TOO_LOW" | "LAST_OWNER" | "MEMBER_NOT_FOUND" | "AGENT_NOT_FOUND" | "CUSTOMER_NOT_FOUND" | "ALREADY_MEMBER" | "INVITATION_NOT_FOUND" | "TOKEN_READ_ONLY" | "OWN_ACCOUNT" | "PICTURE_NOT_FOUND" | "PICTURE_TOO_LARGE" | "PICTURES_BUSY" | "UNSUPPORTED_PICTURE" | "USER_NOT_FOUND" | "CONTACT_MESSAGE_NOT_FOUND" | "ADDRESS_NOT_WAITING" | "ALERT_LINK_EXPIRED" | "ALERT_LINK_INVALID" | "GUIDELINE_CHANGED" | "GUIDELINE_VERSION_NOT_FOUND" | "ADD_ON_MISSING" | "MAIL_UNAVAILABLE" | "SERVICETITAN_UNAVAILABLE" | "NOTHING_TO_CHANGE" | "NOT_CONNECTED" | "NO_SUCH_CHANNEL" | "TEST_JUST_SENT" | "UNSUBSCRIBE_ACCOUNT_GONE" | "UNSUBSCRIBE_LINK_INVALID" | "CALL_DELETED" | "CALL_NOT_FOUND" | "EXPORT_GONE" | "EXPORT_NOT_FOUND" | "EXPORT_NOT_READY" | "EXPORT_UNDER_WAY" | "ERASURE_NOT_FOUND" | "ERASURE_UNDER_WAY" | "UNDO_TOO_LATE" | "CALL_TOO_OLD" | "CALL_UNDER_WAY" | "CHECK_DONE" | "CHECK_NOT_FOUND" | "DELIVERY_NOT_FOUND" | "DELIVERY_UNDER_WAY" | "DEMO_CALL" | "EMPTY_RECORDING" | "FILTER_NAME_TAKEN" | "FILTER_NOT_FOUND" | "LABEL_CORRECTED" | "NO_FILTERS" | "NO_LABEL" | "NO_INSTRUCTION" | "NO_SPEAKERS" | "NO_TRANSCRIPT" | "NO_WRITER" | "RANGE_NOT_SATISFIABLE" | "NOTHING_TO_SHARE" | "RECORDING_EXPIRED" | "RECORDING_MISSING" | "RECORDING_TOO_LARGE" | "RECORDING_WITHHELD" | "SEARCH_TOO_SLOW" | "SHARED_LINK_INVALID" | "SHARE_NOT_FOUND" | "STORAGE_QUOTA_REACHED" | "TOO_MANY_FILTERS" | "TRANSCRIPT_CHANGED" | "TRANSCRIPT_EXPIRED" | "TWO_RECORDINGS" | "UNSUPPORTED_AUDIO" | "UPLOAD_TOO_SLOW" | "URL_NOT_ALLOWED" | "WORDS_EDITED" | "WORDS_UNRELIABLE" | "FOLLOW_UP_CHANGED" | "FOLLOW_UP_CLOSED" | "FOLLOW_UP_LINK_EXPIRED" | "FOLLOW_UP_LINK_INVALID" | "FOLLOW_UP_LINK_USED" | "FOLLOW_UP_NOT_FOUND" | "FOLLOW_UP_WAITING" | "DEMO_LIMIT_REACHED" | "DEMO_NOT_FOUND" | "DEMO_ONLY" | "DEMO_WITHOUT_RESULT" | "FILE_TOO_LARGE" | "INVALID_FILE_TYPE" | "ALREADY_SUBSCRIBED" | "BILLING_BUSY" | "BILLING_FAILED" | "BILLING_KEY_REFUSED" | "BILLING_PRICES_MISSING" | "BILLING_REFUSED" | "CHECKOUT_NOT_FOUND" | "NEVER_SUBSCRIBED" | "WEBHOOK_SIGNATURE_INVALID" | "WEBHOOK_UNREADABLE" | "billing_not_configured" | "DATABASE_UNAVAILABLE" | "INTERNAL" | "SECRET_UNREADABLE" | "STORAGE_FULL" | "STORAGE_KEY_INVALID" | "STORAGE_UNAVAILABLE" | "TOO_SLOW") | string;
            /**
             * @description What happened and what to do.
             * @example direction: This must be inbound or outbound.
             */
            message: string;
            /** @description One entry for each invalid field. */
            errors?: components["schemas"]["FieldErrorDto"][];
            /**
             * @description Identifies this request in the server logs.
             * @example 0b9d6f4e-0d8f-4a53-9f3e-6f1f0c1f5c1e
             */
            requestId: string;
        };
        SignInDto: {
            /** @example dana@reyes-hvac.example */
            email: string;
            /**
             * Format: password
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description For forms: page of the web app to open afterwards. Other values count as /.
             * @example /calls
             */
            returnTo?: string;
        };
        SecondStepDto: {
            /**
             * @description A code of the authenticator app, or a recovery code.
             * @example 492039
             */
            code: string;
            /**
             * @description For forms: page of the web app to open afterwards. Other values count as /.
             * @example /calls
             */
            returnTo?: string;
        };
        PasskeyOptionsDto: {
            /**
             * @description For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. Works once, for 5 minutes.
             * @example {
             *       "challenge": "ff2qOnd3SiJ-JW5nSdF6N9Y9bIyO7o_hw6UFCNQ69Vw",
             *       "timeout": 60000
             *     }
             */
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyStepDto: {
            /**
             * @description The browser's response to the options, as text: `JSON.stringify(credential)`.
             * @example {"id":"mJ0W","rawId":"mJ0W","type":"public-key","response":{"clientDataJSON":"eyJ0","…":"…"}}
             */
            credential: string;
            /**
             * @description For forms: page of the web app to open afterwards. Other values count as /.
             * @example /calls
             */
            returnTo?: string;
        };
        SignInLinkDto: {
            /**
             * @description Token from the link.
             * @example lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E
             */
            token: string;
        };
        SignInProviderDto: {
            /**
             * @description Name for the button "Sign in with {name}".
             * @example Replit
             */
            name: string;
            /**
             * @description Whether GET /api/login redirects to a sign-in provider (oidc) or shows a password page (local).
             * @example oidc
             * @enum {string}
             */
            kind: "oidc" | "local";
            /**
             * @description Page to sign in with a password; null if passwords are turned off.
             * @example /api/login/local
             */
            localUrl: string | null;
            /**
             * @description How visitors get a demo account: by signing in with the provider, with a password at /api/sign-up, or only from an administrator (off).
             * @example provider
             * @enum {string}
             */
            signUp: "provider" | "password" | "off";
        };
        MyPasswordDto: {
            /**
             * Format: password
             * @description Required when the user has a password.
             * @example correct horse battery staple
             */
            currentPassword?: string;
            /**
             * Format: password
             * @example four quiet copper kettles
             */
            newPassword: string;
        };
        MyAccountDto: {
            /**
             * @description Null or empty clears it.
             * @example Dana
             */
            firstName?: string | null;
            /**
             * @description Null or empty clears it.
             * @example Reyes
             */
            lastName?: string | null;
            /**
             * @description Null or empty clears it.
             * @example Reyes HVAC
             */
            company?: string | null;
        };
        MySessionDto: {
            /**
             * Format: uuid
             * @example 0b0c3c0e-6d0e-4a39-9a4b-0f6b8f5d9c11
             */
            id: string;
            /**
             * @description Whether it is the session of this request.
             * @example true
             */
            isCurrent: boolean;
            /**
             * @description oidc: through the sign-in provider. link: with a link created by the operator.
             * @example password
             * @enum {string}
             */
            signedInWith: "password" | "oidc" | "link";
            /**
             * @description Network address of the sign-in.
             * @example 203.0.113.7
             */
            ipAddress: string | null;
            /**
             * @description Browser of the sign-in.
             * @example Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15
             */
            userAgent: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Accurate to one minute.
             * @example 2026-03-31T14:05:00.000Z
             */
            lastUsedAt: string;
        };
        ConfirmationMethodDto: {
            /**
             * @description Whether you signed in or confirmed your identity in the last 15 minutes.
             * @example true
             */
            isConfirmed: boolean;
            /**
             * @description password: POST it to /api/auth/confirm. sign_in: open GET /api/login?again=true.
             * @example password
             * @enum {string}
             */
            method: "password" | "sign_in";
            /**
             * @description Whether a code of your authenticator app, a recovery code or a passkey is required, too.
             * @example false
             */
            needsCode: boolean;
            /**
             * @description Whether you have a passkey to use instead of a code.
             * @example false
             */
            hasPasskey: boolean;
            /**
             * @description Provider name for a button that starts with "Sign in with".
             * @example Acme
             */
            signInName: string;
        };
        ConfirmDto: {
            /**
             * Format: password
             * @example correct horse battery staple
             */
            password: string;
            /**
             * @description A code of your authenticator app, or a recovery code. With two-step verification, this or `credential` is required.
             * @example 492039
             */
            code?: string;
            /**
             * @description The browser's response to the options of /api/auth/confirm/passkey, as text.
             * @example {"id":"mJ0W","rawId":"mJ0W","type":"public-key","response":{"clientDataJSON":"eyJ0","…":"…"}}
             */
            credential?: string;
        };
        TotpFactorDto: {
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            activatedAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            lastUsedAt: string | null;
        };
        PasskeyDto: {
            /**
             * Format: uuid
             * @example 3f2a1c9e-5a37-4d0f-8a55-0f9f3c1f7d10
             */
            id: string;
            /** @example Chrome on macOS */
            name: string;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            lastUsedAt: string | null;
        };
        MySecondFactorDto: {
            /**
             * @description Whether you can set one up: it protects password sign-ins.
             * @example true
             */
            isAvailable: boolean;
            /**
             * @description Whether you must have one: the last factor cannot be removed.
             * @example false
             */
            isRequired: boolean;
            /**
             * @description Whether passkeys work here: over https or on this machine, at a domain name.
             * @example true
             */
            arePasskeysAvailable: boolean;
            /** @description The authenticator app; null without one. */
            totp: components["schemas"]["TotpFactorDto"] | null;
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyDto"][];
            /**
             * @description Number of unused recovery codes.
             * @example 9
             */
            recoveryCodesLeft: number;
        };
        TotpSetupDto: {
            /**
             * @description Secret to type into an app, in base32.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
            /**
             * @description Contents of a QR code.
             * @example otpauth://totp/Ringwell:dana%40reyes-hvac.example?issuer=Ringwell&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            uri: string;
        };
        CodeDto: {
            /**
             * @description A code of the authenticator app.
             * @example 492039
             */
            code: string;
        };
        NewFactorDto: {
            /**
             * @description Shown only once. Null if you have earlier ones, which still work.
             * @example [
             *       "x7k2m-9qr40",
             *       "x7k2m-9qr41",
             *       "x7k2m-9qr42",
             *       "x7k2m-9qr43",
             *       "x7k2m-9qr44",
             *       "x7k2m-9qr45",
             *       "x7k2m-9qr46",
             *       "x7k2m-9qr47",
             *       "x7k2m-9qr48",
             *       "x7k2m-9qr49"
             *     ]
             */
            recoveryCodes: string[] | null;
        };
        RecoveryCodesDto: {
            /**
             * @description Shown only once. Each one works once instead of a code of the app.
             * @example [
             *       "x7k2m-9qr40",
             *       "x7k2m-9qr41",
             *       "x7k2m-9qr42",
             *       "x7k2m-9qr43",
             *       "x7k2m-9qr44",
             *       "x7k2m-9qr45",
             *       "x7k2m-9qr46",
             *       "x7k2m-9qr47",
             *       "x7k2m-9qr48",
             *       "x7k2m-9qr49"
             *     ]
             */
            recoveryCodes: string[];
        };
        AddPasskeyDto: {
            /**
             * @description A name that distinguishes your passkeys.
             * @example Chrome on macOS
             */
            name: string;
            /**
             * @description The browser's new passkey, as text: `JSON.stringify(credential)`.
             * @example {"id":"mJ0W","rawId":"mJ0W","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"eyJ0","…":"…"}}
             */
            credential: string;
        };
        SignUpDto: {
            /** @example Dana */
            firstName: string;
            /** @example Reyes */
            lastName: string;
            /**
             * Format: email
             * @description Not case-sensitive.
             * @example dana@reyes-hvac.example
             */
            email: string;
            /** @example four quiet copper kettles */
            password: string;
            /**
             * @description Page of the web app to open afterwards. Other values count as /.
             * @example /
             */
            returnTo?: string;
        };
        SignUpResultDto: {
            /**
             * @description What to do next. The message is the same whether or not the address already has an account.
             * @example Check your email for a link to confirm your address.
             */
            message: string;
        };
        ConfirmSignUpDto: {
            /**
             * @description Token from the link in the email.
             * @example lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E
             */
            token: string;
            /**
             * Format: password
             * @description The password chosen at sign-up, so that only that person can finish it.
             * @example four quiet copper kettles
             */
            password: string;
        };
        ForgotPasswordDto: {
            /**
             * Format: email
             * @example dana@reyes-hvac.example
             */
            email: string;
        };
        ForgotPasswordResultDto: {
            /**
             * @description The message is the same whether or not the address has an account.
             * @example If this email has an account, a link to choose a new password is on its way.
             */
            message: string;
        };
        ResetPasswordDto: {
            /**
             * @description Token from the link in the email.
             * @example lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E
             */
            token: string;
            /** @example four quiet copper kettles */
            newPassword: string;
        };
        LivenessDto: {
            /**
             * @example ok
             * @enum {string}
             */
            status: "ok";
        };
        StoresDto: {
            /**
             * @example up
             * @enum {string}
             */
            postgres: "up" | "down";
            /**
             * @description Recording storage.
             * @example up
             * @enum {string}
             */
            storage: "up" | "down";
            /**
             * @description If down, calls are accepted and run later.
             * @example up
             * @enum {string}
             */
            redis: "up" | "down";
        };
        FleetDto: {
            /**
             * @description Number of live workers.
             * @example 2
             */
            count: number;
            /**
             * @description Number of calls they can run at the same time.
             * @example 4
             */
            slots: number;
        };
        EnginesDto: {
            /**
             * @description Engines of the live workers.
             * @example [
             *       "pocketsphinx"
             *     ]
             */
            transcription: string[];
            /**
             * @example [
             *       "local"
             *     ]
             */
            analysis: string[];
        };
        ReadinessDto: {
            /**
             * @description degraded: calls are accepted but wait. unavailable: calls are not accepted; the HTTP status is then 503.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
            stores: components["schemas"]["StoresDto"];
            workers: components["schemas"]["FleetDto"];
            engines: components["schemas"]["EnginesDto"];
        };
        ServicePartDto: {
            /** @example Call processing */
            name: string;
            /**
             * @example delayed
             * @enum {string}
             */
            status: "up" | "delayed" | "down";
            /**
             * @description What it means for users; null while the part is up.
             * @example Calls wait about 12 minutes. None are lost.
             */
            message: string | null;
        };
        ServiceStatusDto: {
            /**
             * @description The worst of the parts.
             * @example delayed
             * @enum {string}
             */
            status: "up" | "delayed" | "down";
            parts: components["schemas"]["ServicePartDto"][];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            checkedAt: string;
        };
        ApiHealthDto: {
            /**
             * @example operational
             * @enum {string}
             */
            status: "operational" | "degraded" | "down";
            /** @example Operational */
            label: string;
        };
        TimedStoreHealthDto: {
            /**
             * @example up
             * @enum {string}
             */
            status: "up" | "down";
            /**
             * @description Duration of one check; null when it failed.
             * @example 2
             */
            latencyMs: number | null;
        };
        StoreHealthDto: {
            /**
             * @example up
             * @enum {string}
             */
            status: "up" | "down";
        };
        QueueHealthDto: {
            /**
             * @description Calls waiting for a free slot.
             * @example 3
             */
            queued: number;
            /**
             * @description Calls sent to a worker but not started.
             * @example 1
             */
            released: number;
            /** @example 4 */
            running: number;
            /**
             * @description Age of the oldest due call; 0 when none is waiting.
             * @example 12
             */
            oldestQueuedAgeSeconds: number;
            /**
             * @description Notes, alerts and callbacks not delivered yet.
             * @example 0
             */
            deliveriesPending: number;
        };
        WorkerHealthDto: {
            /** @example worker-1 */
            host: string;
            /**
             * @description Calls it can run at the same time.
             * @example 4
             */
            slots: number;
            /**
             * @description Transcription engine.
             * @example pocketsphinx
             */
            transcription: string;
            /**
             * @description Analysis engine.
             * @example local
             */
            analysis: string;
            /**
             * @description Null for early versions, which do not report it.
             * @example 1.2.0
             */
            version: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:04:58.000Z
             */
            lastSeenAt: string;
        };
        HealthRowDto: {
            /** @example Processing */
            name: string;
            /**
             * @description Text for people.
             * @example Normal
             */
            state: string;
            /**
             * @example operational
             * @enum {string}
             */
            status: "operational" | "degraded" | "down";
        };
        SystemHealthDto: {
            /**
             * @description degraded: calls are accepted but wait. down: calls are not accepted.
             * @example operational
             * @enum {string}
             */
            status: "operational" | "degraded" | "down";
            /**
             * @description Version of this API process.
             * @example 1.2.0
             */
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
            engines: components["schemas"]["EnginesDto"];
            /** @description Summary for people: API Status, Database, Processing. */
            rows: components["schemas"]["HealthRowDto"][];
            /**
             * @description What an administrator can do about the engines: basic transcription, damaged models, models that are shut down.
             * @example [
             *       "Transcription is basic. For better transcripts, run \"npm run models -- install parakeet\" and restart."
             *     ]
             */
            notes: string[];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            checkedAt: string;
        };
        CallDetailsDto: {
            /**
             * @description Your ID of the call. Sending the same ID again returns the same call. Defaults to leadCallId.
             * @example call-4711
             */
            externalId?: string;
            /**
             * @description ID of the lead call in the field-service platform.
             * @example 98765432
             */
            leadCallId?: string;
            /**
             * @description If omitted, the settings for inbound and outbound calls do not apply. Case-insensitive; incoming and outgoing, in and out, and Twilio's words are accepted, too.
             * @example inbound
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * @description The calling number.
             * @example +15551234567
             */
            from?: string;
            /**
             * @description The called number.
             * @example +15557654321
             */
            to?: string;
            /** @example Dana Reyes */
            customerName?: string;
            /**
             * @description Who spoke for the company. If omitted, the name comes from ServiceTitan or from the agent's introduction in the call.
             * @example Paul Ruiz
             */
            agentName?: string;
            /**
             * @description ID of the job in the field-service platform.
             * @example 1204
             */
            jobId?: string;
            /**
             * @description ID of the customer in the field-service platform.
             * @example 880
             */
            customerId?: string;
            /**
             * Format: date-time
             * @description When the call took place, in ISO 8601. UTC unless a time zone is given.
             * @example 2026-03-31T14:05:00Z
             */
            startedAt?: string;
            /**
             * Format: uri
             * @description Public https URL that receives the result once the call has ended.
             * @example https://n8n.example.com/webhook/ringwell
             */
            callbackUrl?: string;
            /**
             * Format: uri
             * @description Public https URL to fetch the recording from, instead of a file in the request.
             * @example https://recordings.example.com/call-4711.mp3
             */
            recordingUrl?: string;
        };
        CallLinksDto: {
            /**
             * @description Where to get the state and the result.
             * @example /api/n8n/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            self: string;
        };
        AcceptedCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @example queued
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            links: components["schemas"]["CallLinksDto"];
        };
        CallErrorDto: {
            /** @example RECORDING_UNREADABLE */
            code: string;
            /** @example This file could not be read as a recording. */
            message: string;
        };
        CallFollowUpDto: {
            /**
             * @description Whether the company must follow up.
             * @example true
             */
            needed: boolean;
            /**
             * @description What to do, as an instruction.
             * @example Call Dana Reyes back with a price for the compressor
             */
            what?: string;
            /**
             * @description The phrase or topic matched by the account's own rule that requests it.
             * @example cancel my membership
             */
            rule?: string;
        };
        EvidenceDto: {
            /**
             * @description What the quote supports: a label, Promise for words of the company, or a rule's request.
             * @example Positive
             */
            claim: string;
            /**
             * @description Index of the transcript segment.
             * @example 12
             */
            segment: number;
            /**
             * @description Milliseconds from the start of the recording.
             * @example 64200
             */
            startMs: number;
            /** @example 67900 */
            endMs: number;
            /**
             * @description The quoted words.
             * @example thank you so much for coming out today
             */
            quote: string;
        };
        MoodSpanDto: {
            /**
             * @description Milliseconds from the start of the recording.
             * @example 0
             */
            startMs: number;
            /** @example 30000 */
            endMs: number;
            /**
             * @example neutral
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
        };
        LabelRuleDto: {
            /**
             * @description The matched phrase or topic.
             * @example cancel my membership
             */
            name: string;
            /**
             * @example negative
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
        };
        AnalystLabelDto: {
            /**
             * @description A guess if needsReview.
             * @example neutral
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @example false */
            needsReview: boolean;
            /**
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @example Neutral
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            followUp: components["schemas"]["CallFollowUpDto"];
        };
        AppliedRulesDto: {
            /**
             * @description Version of the guideline with the rules.
             * @example 3
             */
            version: number;
            /** @description The rule that decided the label, if any. */
            label: components["schemas"]["LabelRuleDto"] | null;
            /** @description The analyst's result. */
            original: components["schemas"]["AnalystLabelDto"];
        };
        CallResultDto: {
            /**
             * @description How happy the customer is at the end of the call. A guess if needsReview.
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.
             * @example false
             */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer clearly showed both moods.
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description What to show: the sentiment, or Needs a listen.
             * @example Positive
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            /**
             * @description 0 to 1: about this share of calls with this confidence is labeled correctly by the analyst, before rules and corrections.
             * @example 0.93
             */
            confidence: number;
            /**
             * @description The topic that explains the customer's mood, or else the main one. Null if the analyst is not sure.
             * @example booking
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /**
             * @description The language model that wrote the summary, or person if someone has edited it. Null without a summary.
             * @example llm:gpt-4o-mini
             */
            writer: string | null;
            /**
             * @description One to four sentences by a language model, possibly edited by a person. Without a language model, the topic and up to two quotes of the customer that explain the label; empty if there is nothing to say.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string;
            /**
             * @description Facts that are not in the summary. Empty without a language model.
             * @example [
             *       "The unit is eight years old"
             *     ]
             */
            keyPoints: string[];
            /**
             * @deprecated
             * @description Always empty; kept for clients of earlier versions.
             * @example
             */
            reason: string;
            /**
             * @deprecated
             * @description Always empty, like reason.
             * @example
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
             * @example negative
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @example false */
            needsReview: boolean;
            /**
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @example Negative
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen";
            /**
             * @description How sure the analyst was, from 0 to 1.
             * @example 0.91
             */
            confidence: number;
        };
        CallCorrectionDto: {
            /**
             * @example neutral
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @example Neutral
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative";
            /** @example She was only asking about the invoice. */
            why: string | null;
            /**
             * @description Name or email of the user. Null once the user is deleted.
             * @example Dana Reyes
             */
            correctedBy: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T15:20:08.412Z
             */
            correctedAt: string;
            /** @description The analyst's label. */
            original: components["schemas"]["OriginalLabelDto"];
        };
        TranscriptSegmentDto: {
            /**
             * @description unknown if the speakers cannot be distinguished.
             * @example customer
             * @enum {string}
             */
            speaker: "agent" | "customer" | "unknown";
            /**
             * @description Milliseconds from the start of the recording.
             * @example 1200
             */
            startMs: number;
            /** @example 4700 */
            endMs: number;
            /** @example Hi, my air conditioner is blowing warm air. */
            text: string;
            /**
             * @description 0 to 1, if the engine provides one.
             * @example 0.82
             */
            confidence?: number;
        };
        CallTranscriptDto: {
            /**
             * @description Engine that produced the transcript.
             * @example openai:gpt-transcribe
             */
            engine: string;
            /**
             * @description A note about the quality of transcripts of this engine, if there is one.
             * @example null
             */
            engineNote: string | null;
            /**
             * @description BCP 47.
             * @example en
             */
            language: string;
            /**
             * @description Whether agent and customer were distinguished by their words alone, so some lines may be swapped.
             * @example false
             */
            speakersGuessed: boolean;
            segments: components["schemas"]["TranscriptSegmentDto"][];
        };
        TranscriptQualityDto: {
            /**
             * @description How reliable the words are. A call with poor words needs review.
             * @example good
             * @enum {string}
             */
            level: "good" | "fair" | "poor";
            /**
             * @description 0 to 1.
             * @example 0.91
             */
            score: number;
        };
        RecordingLossDto: {
            /**
             * @description How much could be read.
             * @example 9
             */
            readSeconds: number;
            /**
             * @description The length of the recording according to the file.
             * @example 18
             */
            statedSeconds: number;
        };
        CallEnginesDto: {
            /** @example pocketsphinx */
            transcription: string;
            /** @example local */
            analysis: string;
            /**
             * @description The unavailable language model that the built-in analyst replaced, if any.
             * @example null
             */
            fallbackFrom: string | null;
        };
        CallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @example completed
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @example n8n
             * @enum {string}
             */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo";
            /** @example call-4711 */
            externalId: string | null;
            /** @example 98765432 */
            leadCallId: string | null;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example +15551234567 */
            from: string | null;
            /** @example +15557654321 */
            to: string | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * @description Who spoke for the company: the member's name, once the agent is matched to one.
             * @example Paul Ruiz
             */
            agentName: string | null;
            /**
             * @description Source of the agent's name: sent with the call, ServiceTitan, heard in the call, or corrected by a user.
             * @example heard
             * @enum {string|null}
             */
            agentSource: "given" | "servicetitan" | "heard" | "corrected" | null;
            /** @example 1204 */
            jobId: string | null;
            /** @example 880 */
            customerId: string | null;
            /**
             * Format: date-time
             * @description When the call took place, according to the sender.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Attempts so far, including the current one.
             * @example 1
             */
            attempts: number;
            /**
             * @description Why the call was skipped, if it was.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description skipReason as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description Error of the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Set once completed. Kept while the call is reprocessed, and if that fails. */
            result: components["schemas"]["CallResultDto"] | null;
            /** @description Who corrected the label of the result, and the original, if anyone did. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /** @description Transcript that the result is based on. */
            transcript: components["schemas"]["CallTranscriptDto"] | null;
            /** @description Quality of that transcript; null if the engine reports no confidence. */
            transcriptQuality: components["schemas"]["TranscriptQualityDto"] | null;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description How much of the recording could be read, if a part of it is missing or damaged.
             * @example null
             */
            recordingLoss: components["schemas"]["RecordingLossDto"] | null;
            /**
             * @description Time from the start of processing to its end.
             * @example 6.4
             */
            processingSeconds: number | null;
            /**
             * @description Minutes counted for the call; null until it is completed.
             * @example 1.57
             */
            usageMinutes: number | null;
            /** @description Engines that produced the result. */
            engines: components["schemas"]["CallEnginesDto"] | null;
        };
        DeletedCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * Format: date-time
             * @description Until when the call can be restored: 30 seconds from now. Afterwards it is erased.
             * @example 2026-03-31T14:05:30.000Z
             */
            restorableUntil: string;
        };
        CallPartyDto: {
            /** @example Dana Reyes */
            name: string | null;
            /** @example +15551234567 */
            phone: string | null;
        };
        RecentCallMetadataDto: {
            /** @description The other party: the caller of an inbound call, the callee of an outbound one. */
            ldsData: components["schemas"]["CallPartyDto"];
        };
        RecordedCallDto: {
            /**
             * @description The note as text. Its first line names the caller.
             * @example Call From: Dana Reyes, +15551234567
             *     Customer Happiness: Positive
             *
             *     The air conditioner blows warm air.
             */
            content: string;
            /**
             * @description The account in the field-service platform.
             * @example 4711
             */
            database: string;
            /** @example Cedar Creek Plumbing */
            databaseDisplayName: string;
            /**
             * @description ID of the lead call in the field-service platform.
             * @example 98765432
             */
            leadCallId: number | null;
            /**
             * @description A guess if needsReview.
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @description Missing from calls that predate this field.
             * @example false
             */
            needsReview?: boolean;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:41.300Z
             */
            storedAt: string;
        };
        RecentCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @example completed
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @example n8n
             * @enum {string}
             */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo";
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example +15551234567 */
            from: string | null;
            /** @example +15557654321 */
            to: string | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * @description Who spoke for the company: the member's name, once the agent is matched to one.
             * @example Paul Ruiz
             */
            agentName: string | null;
            /**
             * Format: date-time
             * @description When the call took place, according to the sender. Lists are sorted by it, or else by receivedAt.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.
             * @example positive
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.
             * @example false
             */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer clearly showed both moods.
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description What to show: the sentiment, or Needs a listen.
             * @example Positive
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen" | null;
            /**
             * @description The topic that explains the customer's mood, or else the main one. Null if the analyst is not sure.
             * @example booking
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /** @description Who corrected the label, and the original, if anyone did. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /**
             * @description The summary on one line.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string | null;
            /**
             * @description Why the call was skipped, if it was.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description skipReason as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description Error of the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /**
             * Format: date-time
             * @description When its minutes were recorded; until then, when the call was received.
             * @example 2026-03-31T14:12:41.300Z
             */
            recordedAt: string;
            /**
             * @description Minutes counted for the call; 0 until it is completed.
             * @example 1.57
             */
            minutes: number;
            metadata: components["schemas"]["RecentCallMetadataDto"];
            /** @description What was recorded for the call, once completed. Kept as long as the result. */
            callData: components["schemas"]["RecordedCallDto"] | null;
        };
        ProcessingTimeDto: {
            /**
             * @description Most calls are processed within this many minutes with the recognizers in use; null if there is none.
             * @example 2
             */
            usualMinutes: number | null;
        };
        CallMarkDto: {
            /**
             * @description Position of its first character in the text, from 0, in UTF-16 units.
             * @example 21
             */
            start: number;
            /**
             * @description Position after its last character.
             * @example 29
             */
            end: number;
        };
        CallMatchDto: {
            /**
             * @example transcript
             * @enum {string}
             */
            source: "transcript" | "summary";
            /**
             * @description A sentence, shortened if it is long.
             * @example The upstairs unit is blowing warm air.
             */
            text: string;
            /** @description The matching words of the sentence. */
            marks: components["schemas"]["CallMarkDto"][];
            /**
             * @description Null in a summary.
             * @example customer
             * @enum {string|null}
             */
            speaker: "agent" | "customer" | "unknown" | null;
            /**
             * @description Start of the speaker's segment in the recording. Null in a summary.
             * @example 12.4
             */
            startSeconds: number | null;
        };
        ListedCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @example completed
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @example n8n
             * @enum {string}
             */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo";
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example +15551234567 */
            from: string | null;
            /** @example +15557654321 */
            to: string | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * @description Who spoke for the company: the member's name, once the agent is matched to one.
             * @example Paul Ruiz
             */
            agentName: string | null;
            /**
             * Format: date-time
             * @description When the call took place, according to the sender. Lists are sorted by it, or else by receivedAt.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description A guess if needsReview. Set once completed. Kept while the call is reprocessed, and if that fails.
             * @example positive
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.
             * @example false
             */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer clearly showed both moods.
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description What to show: the sentiment, or Needs a listen.
             * @example Positive
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | "Needs a listen" | null;
            /**
             * @description The topic that explains the customer's mood, or else the main one. Null if the analyst is not sure.
             * @example booking
             * @enum {string|null}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other" | null;
            /** @description Who corrected the label, and the original, if anyone did. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /**
             * @description The summary on one line.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string | null;
            /**
             * @description Why the call was skipped, if it was.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description skipReason as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description Error of the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description For a search: the sentence with the most of its words. Null if only a name, number or ID matches. */
            match: components["schemas"]["CallMatchDto"] | null;
        };
        CallPageDto: {
            items: components["schemas"]["ListedCallDto"][];
            /**
             * @description For a search: no call contains these words, so the list has calls of customers with similar names.
             * @example false
             */
            isSimilar: boolean;
            /**
             * @description Send it as cursor to get the next page. Null on the last page.
             * @example MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA
             */
            nextCursor: string | null;
        };
        CallCustomerDto: {
            /**
             * Format: uuid
             * @example b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10
             */
            id: string;
        };
        ToneDto: {
            /**
             * @description Milliseconds from the start of the recording.
             * @example 61250
             */
            startMs: number;
            /** @example 67900 */
            endMs: number;
        };
        CallEditDto: {
            /**
             * @example summary
             * @enum {string}
             */
            field: "summary" | "instruction";
            /**
             * @description The new text. Null if the original was restored.
             * @example The door ordered in September has not come. Dana Reyes wants her deposit back.
             */
            text: string | null;
            /**
             * @description Name or email of the user. Null once the user is deleted.
             * @example Paul Ruiz
             */
            editedBy: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T15:20:08.412Z
             */
            editedAt: string;
        };
        CallWordsDto: {
            /**
             * @description Whether a language model is writing them. If so, get the call again later.
             * @example false
             */
            isWriting: boolean;
            /** @description Edits by people, latest 50 first. */
            edits: components["schemas"]["CallEditDto"][];
            /**
             * @description The summary before it was edited. Null if it is not edited.
             * @example null
             */
            originalSummary: string | null;
            /**
             * @description The instruction before it was edited; empty if there was none. Null if it is not edited.
             * @example null
             */
            originalInstruction: string | null;
        };
        CallRecordDto: {
            /**
             * @description The account in the field-service platform.
             * @example 4711
             */
            database: string;
            /** @example Cedar Creek Plumbing */
            databaseDisplayName: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:41.300Z
             */
            storedAt: string;
        };
        FullCallLinksDto: {
            /** @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10 */
            self: string;
            /**
             * @description The recording, if there is one.
             * @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio
             */
            audio: string | null;
            /**
             * @description The transcript, if there is a result.
             * @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/transcript
             */
            transcript: string | null;
            /**
             * @description The messages about the call.
             * @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/deliveries
             */
            deliveries: string;
        };
        FullCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @example completed
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @example n8n
             * @enum {string}
             */
            source: "n8n" | "api" | "manual" | "servicetitan" | "demo";
            /** @example call-4711 */
            externalId: string | null;
            /** @example 98765432 */
            leadCallId: string | null;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example +15551234567 */
            from: string | null;
            /** @example +15557654321 */
            to: string | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * @description Who spoke for the company: the member's name, once the agent is matched to one.
             * @example Paul Ruiz
             */
            agentName: string | null;
            /**
             * @description Source of the agent's name: sent with the call, ServiceTitan, heard in the call, or corrected by a user.
             * @example heard
             * @enum {string|null}
             */
            agentSource: "given" | "servicetitan" | "heard" | "corrected" | null;
            /** @example 1204 */
            jobId: string | null;
            /** @example 880 */
            customerId: string | null;
            /**
             * Format: date-time
             * @description When the call took place, according to the sender.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was received.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Attempts so far, including the current one.
             * @example 1
             */
            attempts: number;
            /**
             * @description Why the call was skipped, if it was.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description skipReason as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description Error of the last run, if any. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Set once completed. Kept while the call is reprocessed, and if that fails. */
            result: components["schemas"]["CallResultDto"] | null;
            /** @description Who corrected the label of the result, and the original, if anyone did. */
            correction: components["schemas"]["CallCorrectionDto"] | null;
            /** @description Quality of that transcript; null if the engine reports no confidence. */
            transcriptQuality: components["schemas"]["TranscriptQualityDto"] | null;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description How much of the recording could be read, if a part of it is missing or damaged.
             * @example null
             */
            recordingLoss: components["schemas"]["RecordingLossDto"] | null;
            /**
             * @description Time from the start of processing to its end.
             * @example 6.4
             */
            processingSeconds: number | null;
            /**
             * @description Minutes counted for the call; null until it is completed.
             * @example 1.57
             */
            usageMinutes: number | null;
            /** @description Engines that produced the result. */
            engines: components["schemas"]["CallEnginesDto"] | null;
            /** @description Id in the list of customers. Null without a result, or if nothing identifies the customer. */
            customer: components["schemas"]["CallCustomerDto"] | null;
            /**
             * @description Starts at 1 and increases each time the call is reprocessed.
             * @example 1
             */
            runNumber: number;
            /**
             * @description Run that produced the result: an earlier one while the call is reprocessed, or if that failed. Null without a result.
             * @example 1
             */
            resultRunNumber: number | null;
            /**
             * @description Whether the recording is available.
             * @example true
             */
            hasRecording: boolean;
            /**
             * @description Whether a tone replaces card numbers and other secrets in the recording. unchecked: nothing is known before the call is transcribed. pending: the places are known. Until done, the recording is not available. Null if the account does not redact audio.
             * @example done
             * @enum {string|null}
             */
            audioRedaction: "unchecked" | "pending" | "done" | null;
            /** @description Where the tone is in the recording, or will be. */
            tones: components["schemas"]["ToneDto"][];
            /**
             * Format: date-time
             * @description When the recording was deleted under the retention policy.
             * @example null
             */
            recordingExpiredAt: string | null;
            /**
             * Format: date-time
             * @description When the transcript was deleted under the retention policy. The summary and label are kept.
             * @example null
             */
            transcriptExpiredAt: string | null;
            /** @description How the words of the result were written. Null without a result. */
            words: components["schemas"]["CallWordsDto"] | null;
            /**
             * @description Waveform for the player: loudness from 0 to 100.
             * @example [
             *       4,
             *       38,
             *       61,
             *       17
             *     ]
             */
            peaks: number[] | null;
            /**
             * @description Audio channel of the customer (0 left, 1 right), if each side has its own. Kept when the call is reprocessed.
             * @example 1
             */
            customerChannel: number | null;
            /** @description Where and when the result was recorded, if there is one. */
            record: components["schemas"]["CallRecordDto"] | null;
            links: components["schemas"]["FullCallLinksDto"];
        };
        CorrectCallDto: {
            /** @example Dana Reyes */
            customerName?: string | null;
            /**
             * @description Who spoke for the company. Kept when the call is reprocessed.
             * @example Paul Ruiz
             */
            agentName?: string | null;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction?: "inbound" | "outbound" | null;
            /**
             * @description The calling number.
             * @example +15551234567
             */
            from?: string | null;
            /**
             * @description The called number.
             * @example +15557654321
             */
            to?: string | null;
            /**
             * @description ID of the job in the field-service platform.
             * @example 1204
             */
            jobId?: string | null;
            /**
             * Format: date-time
             * @description When the call took place, in ISO 8601. UTC unless a time zone is given.
             * @example 2026-03-31T14:05:00Z
             */
            startedAt?: string | null;
        };
        TranscriptDto: {
            /**
             * @description Engine that produced the transcript.
             * @example openai:gpt-transcribe
             */
            engine: string;
            /**
             * @description A note about the quality of transcripts of this engine, if there is one.
             * @example null
             */
            engineNote: string | null;
            /**
             * @description BCP 47.
             * @example en
             */
            language: string;
            /**
             * @description Whether agent and customer were distinguished by their words alone, so some lines may be swapped.
             * @example false
             */
            speakersGuessed: boolean;
            segments: components["schemas"]["TranscriptSegmentDto"][];
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number;
            /**
             * @description The segments as plain text, one per line.
             * @example Agent: Cedar Creek, how can I help?
             *     Customer: Hi, my air conditioner is blowing warm air.
             */
            text: string;
        };
        CorrectTranscriptDto: {
            /**
             * @description Index of the transcript segment to correct. All segments when omitted.
             * @example 0
             */
            segment?: number;
            /**
             * @description Whole words of the transcript, in any letter case.
             * @example Cedar Creek
             */
            from: string;
            /**
             * @description What was actually said. Replaces every occurrence.
             * @example Cedar Creek Plumbing
             */
            to: string;
        };
        CorrectLabelDto: {
            /**
             * @description The right label.
             * @example neutral
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /** @example She was only asking about the invoice. */
            why?: string | null;
            /**
             * Format: date-time
             * @description correctedAt of the correction that this replaces; leave it out if the call has none. If the call was corrected in between, the response is 409.
             * @example null
             */
            replaces?: string | null;
        };
        EditWordsDto: {
            /**
             * @description The summary as shown to people. Null restores the original; without it, nothing changes.
             * @example The door ordered in September has not come. Dana Reyes wants her deposit back.
             */
            summary?: string | null;
            /**
             * @description What to do, on one line. Null restores the original; without it, nothing changes.
             * @example Refund Dana Reyes's $600 deposit; call today
             */
            instruction?: string | null;
            /**
             * Format: date-time
             * @description editedAt of the latest edit that you have read; null if there was none. If the words were edited in between, the response is 409. If omitted, the words are replaced regardless.
             * @example null
             */
            replaces?: string | null;
        };
        CreateSharedLinkDto: {
            /**
             * @description What the link shows. summary: label and summary, without phone number. clip: a part of the recording and the words in it. whole: also transcript, recording and phone number.
             * @example summary
             * @enum {string}
             */
            scope: "summary" | "clip" | "whole";
            /**
             * @description How many days the link works.
             * @example 7
             * @enum {number}
             */
            days: 1 | 7 | 30;
            /**
             * @description For a clip: where it starts, in seconds.
             * @example 12
             */
            fromSeconds?: number;
            /**
             * @description For a clip: where it ends, in seconds. At most five minutes after its start.
             * @example 40
             */
            toSeconds?: number;
        };
        ClipDto: {
            /** @example 12 */
            fromSeconds: number;
            /** @example 40 */
            toSeconds: number;
        };
        NewSharedLinkDto: {
            /**
             * Format: uuid
             * @example 2f7b1f39-13fd-49b5-a84c-1ed6f6a0f6f1
             */
            id: string;
            /**
             * @example summary
             * @enum {string}
             */
            scope: "summary" | "clip" | "whole";
            /** @description The part of the recording, for a clip. */
            clip: components["schemas"]["ClipDto"] | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:41.300Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-04-07T14:12:41.300Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T15:02:10.000Z
             */
            firstOpenedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T16:40:00.000Z
             */
            lastOpenedAt: string | null;
            /**
             * @description How often a browser opened the page. Link scanners do not count.
             * @example 2
             */
            openings: number;
            /**
             * @description The address of the page. It is only returned here and cannot be read again.
             * @example https://ringwell.example.com/shared/Y2FsbCBzaGFyZWQgd2l0aCB5b3U
             */
            url: string;
        };
        SharedLinkDto: {
            /**
             * Format: uuid
             * @example 2f7b1f39-13fd-49b5-a84c-1ed6f6a0f6f1
             */
            id: string;
            /**
             * @example summary
             * @enum {string}
             */
            scope: "summary" | "clip" | "whole";
            /** @description The part of the recording, for a clip. */
            clip: components["schemas"]["ClipDto"] | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:41.300Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-04-07T14:12:41.300Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T15:02:10.000Z
             */
            firstOpenedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T16:40:00.000Z
             */
            lastOpenedAt: string | null;
            /**
             * @description How often a browser opened the page. Link scanners do not count.
             * @example 2
             */
            openings: number;
        };
        SharedResultDto: {
            /**
             * @description The sentiment, or needs_review: a guess is not shared.
             * @example positive
             * @enum {string}
             */
            label: "positive" | "neutral" | "negative" | "needs_review";
            /**
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description Null next to a summary.
             * @example null
             */
            topic: string | null;
            /**
             * @description Quotes that explain the label.
             * @example [
             *       "thank you so much"
             *     ]
             */
            quotes: string[];
            /**
             * @description Null if no language model wrote one.
             * @example Dana Reyes called about an air conditioner that blows warm air.
             */
            summary: string | null;
            /**
             * @example [
             *       "Air conditioner blows warm air"
             *     ]
             */
            keyPoints: string[];
            /**
             * @description What the company must do.
             * @example Call Dana Reyes back with a price
             */
            followUp: string | null;
        };
        SharedSegmentDto: {
            /**
             * @example customer
             * @enum {string}
             */
            speaker: "agent" | "customer" | "unknown";
            /**
             * @description Milliseconds from the start of the audio.
             * @example 1200
             */
            startMs: number;
            /** @example Hi, my air conditioner is blowing warm air. */
            text: string;
        };
        SharedTranscriptDto: {
            /**
             * @description Whether many of its words are probably wrong.
             * @example false
             */
            isUnreliable: boolean;
            /**
             * @description Whether agent and customer were distinguished by their words only.
             * @example false
             */
            speakersGuessed: boolean;
            segments: components["schemas"]["SharedSegmentDto"][];
        };
        SharedCallDto: {
            /**
             * @example summary
             * @enum {string}
             */
            scope: "summary" | "clip" | "whole";
            /**
             * @description The company, or the product if the account has no company.
             * @example Cedar Creek Plumbing
             */
            sharedBy: string;
            /**
             * Format: date-time
             * @example 2026-04-07T14:12:41.300Z
             */
            expiresAt: string;
            /**
             * @description IANA time zone of the times.
             * @example America/New_York
             */
            timeZone: string;
            /**
             * Format: date-time
             * @description When the call took place.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string;
            /**
             * @description Length of the call, or of the clip.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description Not shared for a clip.
             * @example Dana Reyes
             */
            customerName: string | null;
            /**
             * @description The customer's number, only for a whole call.
             * @example null
             */
            phone: string | null;
            /**
             * @description Not shared for a clip.
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @description Not shared for a clip. */
            result: components["schemas"]["SharedResultDto"] | null;
            /** @description For a whole call or a clip, while the transcript is kept. */
            transcript: components["schemas"]["SharedTranscriptDto"] | null;
            /**
             * @description Whether there is a recording to play.
             * @example false
             */
            hasAudio: boolean;
        };
        SavedFilterDto: {
            /**
             * Format: uuid
             * @example c81f0a52-43f4-4e0b-9a54-0d6c3a0b7f31
             */
            id: string;
            /** @example Unhappy customers */
            name: string;
            /**
             * @description The filters as parameters of the list of calls.
             * @example {
             *       "sentiment": "negative",
             *       "range": "7d"
             *     }
             */
            filters: {
                [key: string]: string;
            };
        };
        SaveFilterDto: {
            /**
             * @description One or more of positive, neutral, negative, needs_review, separated by commas. needs_review finds the calls whose sentiment is only a guess, which the other labels exclude.
             * @example negative,neutral
             */
            sentiment?: string;
            /**
             * @description One or more of no_show, delay, quality, price, billing, communication, rudeness, praise, booking, other, separated by commas.
             * @example no_show,delay
             */
            topic?: string;
            /**
             * @description One or more of received, queued, released, running, completed, skipped, failed, timed_out, separated by commas.
             * @example completed
             */
            state?: string;
            /**
             * @example inbound
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /**
             * Format: uuid
             * @description ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found.
             * @example 0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11
             */
            agent?: string;
            /**
             * @description 1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only calls with a label.
             * @example 1
             */
            weekday?: number;
            /**
             * @description 9 for 9:00 to 9:59, like weekday.
             * @example 9
             */
            hour?: number;
            /**
             * @description Calls on or after this date or time, in ISO 8601. Dates are in the time zone of the account, times in UTC unless a time zone is given.
             * @example 2026-03-01
             */
            from?: string;
            /**
             * @description Calls up to the end of this date, or before this time.
             * @example 2026-03-31
             */
            to?: string;
            /**
             * @description Calls of today, or of the last 7 or 30 days including today, in the account's time zone.
             * @example 30d
             * @enum {string}
             */
            range?: "today" | "7d" | "30d";
            /**
             * @description The time that from, to and the order refer to. startedAt is the time of receipt for calls whose sender sent none, or one in the future.
             * @default startedAt
             * @example startedAt
             * @enum {string}
             */
            time: "startedAt" | "receivedAt";
            /**
             * @description Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: "leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. Numbers are found in any notation, phone numbers also by a part of them. If no call has all words, the last one is treated as the beginning of a word, and finally the search as a misspelled name.
             * @example warm air
             */
            search?: string;
            /**
             * @description Unique regardless of case.
             * @example Unhappy customers
             */
            name: string;
        };
        DrawnCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example +15551234567 */
            from: string | null;
            /** @example +15557654321 */
            to: string | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * Format: date-time
             * @description When the call took place, or else when it was received.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description Waveform for the player: loudness from 0 to 100.
             * @example [
             *       4,
             *       38,
             *       61,
             *       17
             *     ]
             */
            peaks: number[] | null;
            /**
             * @description The recording.
             * @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio
             */
            audio: string;
        };
        AnswerCheckDto: {
            /**
             * @description The right label according to what you heard.
             * @example neutral
             * @enum {string}
             */
            answer: "positive" | "neutral" | "negative" | "cant_tell";
        };
        CheckResultDto: {
            /**
             * @example neutral
             * @enum {string}
             */
            answer: "positive" | "neutral" | "negative" | "cant_tell";
            /** @description The analyst's label. */
            original: components["schemas"]["OriginalLabelDto"];
            /**
             * @description Whether the analyst's label matches the answer. Null if you cannot tell.
             * @example false
             */
            isRight: boolean | null;
            /**
             * Format: date-time
             * @description When the answer corrected the label of the call; null if it did not.
             * @example 2026-03-31T15:20:08.412Z
             */
            correctedAt: string | null;
        };
        SkipCheckDto: {
            /**
             * @example bad_audio
             * @enum {string}
             */
            reason: "on_the_call" | "bad_audio" | "not_a_customer" | "other";
        };
        AccuracyFigureDto: {
            /**
             * @description 0 to 1.
             * @example 0.92
             */
            share: number;
            /**
             * @description Lower bound of the 95 % confidence interval.
             * @example 0.8116
             */
            low: number;
            /**
             * @description Upper bound of the 95 % confidence interval.
             * @example 0.9685
             */
            high: number;
        };
        AccuracyDto: {
            /**
             * @description Number of checked calls that had the right label.
             * @example 46
             */
            right: number;
            /**
             * @description Number of checked calls.
             * @example 50
             */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
        };
        SentimentAccuracyDto: {
            /**
             * @description Number of checked calls that had the right label.
             * @example 46
             */
            right: number;
            /**
             * @description Number of checked calls.
             * @example 50
             */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            /**
             * @description Label of the calls.
             * @example negative
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
        };
        EngineAccuracyDto: {
            /**
             * @description Number of checked calls that had the right label.
             * @example 46
             */
            right: number;
            /**
             * @description Number of checked calls.
             * @example 50
             */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            /** @example local */
            engine: string;
        };
        MonthAccuracyDto: {
            /**
             * @description Number of checked calls that had the right label.
             * @example 46
             */
            right: number;
            /**
             * @description Number of checked calls.
             * @example 50
             */
            checked: number;
            /** @description Null with fewer than 20 checks. */
            figure: components["schemas"]["AccuracyFigureDto"] | null;
            /**
             * @description Month of the calls, in the account's time zone.
             * @example 2026-03
             */
            month: string;
        };
        ReviewLimitDto: {
            /** @example local */
            engine: string;
            /**
             * @description Labels with less confidence than this, from 0 to 1, need a listen.
             * @example 0.83
             */
            limit: number;
            /**
             * @description standard: a fixed limit. shipped: measured with made-up calls. checks: measured with the checked calls. unreached: the checked calls were wrong more often, however sure the analyst was, so a stricter limit applies.
             * @example checks
             * @enum {string}
             */
            source: "standard" | "shipped" | "checks" | "unreached";
            /**
             * @description Number of this analyst's checked calls. They decide from 50 on.
             * @example 64
             */
            checked: number;
        };
        ReviewChoiceDto: {
            /**
             * @example one_in_20
             * @enum {string}
             */
            tolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /** @description One entry per analyst of the latest calls, starting with that of the last call. */
            limits: components["schemas"]["ReviewLimitDto"][];
            /**
             * @description How many of the latest calls would need a listen.
             * @example 33
             */
            needsListen: number;
        };
        ReviewDto: {
            /**
             * @description The account's reviewTolerance.
             * @example one_in_20
             * @enum {string}
             */
            tolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description Number of latest calls considered, up to 200.
             * @example 200
             */
            calls: number;
            /** @description The effects of each choice. */
            choices: components["schemas"]["ReviewChoiceDto"][];
        };
        AccuracyReportDto: {
            /** @description Accuracy for calls with a label, without those that need a listen. */
            overall: components["schemas"]["AccuracyDto"];
            bySentiment: components["schemas"]["SentimentAccuracyDto"][];
            byEngine: components["schemas"]["EngineAccuracyDto"][];
            byMonth: components["schemas"]["MonthAccuracyDto"][];
            /** @description Accuracy of the guesses for calls that need a listen. */
            needsListen: components["schemas"]["AccuracyDto"];
            /**
             * @description Checked calls whose right label no one could tell. They count nowhere else.
             * @example 2
             */
            cantTell: number;
            /**
             * @description Drawn calls that were skipped.
             * @example 1
             */
            skipped: number;
            /** @description When calls need a listen. */
            review: components["schemas"]["ReviewDto"];
        };
        FollowUpCustomerDto: {
            /**
             * Format: uuid
             * @description Null if nothing identifies the customer, such as for a withheld number.
             * @example b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10
             */
            id: string | null;
            /** @example Dana Reyes */
            name: string | null;
            /** @example +15551234567 */
            phone: string | null;
            /**
             * @description The sender's ID of a customer whose number is unknown.
             * @example null
             */
            reference: string | null;
        };
        FollowUpAssigneeDto: {
            /**
             * Format: uuid
             * @description User ID.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description The email address if the member has no name.
             * @example Paul Ruiz
             */
            name: string;
        };
        FollowUpQuoteDto: {
            /**
             * @description Words as recognized in the call.
             * @example I have been waiting since eight.
             */
            text: string;
            /**
             * @description Position in the recording in milliseconds.
             * @example 41200
             */
            startMs: number;
        };
        FollowUpPromiseDto: {
            /**
             * @description Words as recognized in the call.
             * @example I have been waiting since eight.
             */
            text: string;
            /**
             * @description Position in the recording in milliseconds.
             * @example 41200
             */
            startMs: number;
            /**
             * @description Whether a user has confirmed it; false: nothing was promised. Null without an answer.
             * @example null
             */
            isConfirmed: boolean | null;
        };
        FollowUpDto: {
            /**
             * Format: uuid
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            id: string;
            /**
             * @description The most pressing kind among its calls.
             * @example unhappy
             * @enum {string}
             */
            kind: "unhappy" | "rule" | "promise" | "voicemail" | "review";
            /**
             * @example open
             * @enum {string}
             */
            state: "open" | "in_progress" | "done" | "dismissed";
            /**
             * @description Set once it is done.
             * @example null
             * @enum {string|null}
             */
            outcome: "recovered" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /**
             * Format: date-time
             * @example 2026-03-31T15:10:00.000Z
             */
            dueAt: string;
            /**
             * @description Whether dueAt was promised in the call.
             * @example false
             */
            isPromisedTime: boolean;
            /**
             * @description Whether the customer is still waiting after dueAt. False while it is snoozed.
             * @example false
             */
            isOverdue: boolean;
            /**
             * Format: date-time
             * @example null
             */
            snoozedUntil: string | null;
            /**
             * Format: date-time
             * @description When the first call took place.
             * @example 2026-03-31T14:05:00.000Z
             */
            openedAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:07:02.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @example null
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer was reached.
             * @example null
             */
            calledBackAt: string | null;
            /**
             * Format: uuid
             * @description The later call that settled it.
             * @example null
             */
            closedByCallId: string | null;
            /**
             * @description Send it with a change, which is refused if another change came first.
             * @example 1
             */
            version: number;
            /**
             * @description Number of the customer's calls that it is about.
             * @example 3
             */
            callCount: number;
            /**
             * Format: date-time
             * @example 2026-03-27T09:12:00.000Z
             */
            firstCalledAt: string | null;
            /**
             * Format: uuid
             * @description The deciding call.
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string;
            /**
             * @description Agent of that call.
             * @example Negative
             */
            label: string | null;
            customer: components["schemas"]["FollowUpCustomerDto"];
            /** @description Who took it, or to whom it was assigned. */
            assignee: components["schemas"]["FollowUpAssigneeDto"] | null;
            /**
             * @description Name or address of someone without a user account who took it through a link in a message.
             * @example null
             */
            takenBy: string | null;
            /**
             * @description What to do, on one line.
             * @example Call Dana Reyes back about the missed visit
             */
            why: string;
            quote: components["schemas"]["FollowUpQuoteDto"] | null;
            /** @description The company's promise in its own words, if any. Null once the transcript is deleted. */
            promise: components["schemas"]["FollowUpPromiseDto"] | null;
        };
        FollowUpPageDto: {
            followUps: components["schemas"]["FollowUpDto"][];
            /**
             * @description Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        FollowUpCountsDto: {
            /**
             * @description Number of customers to call back, without snoozed ones.
             * @example 4
             */
            waiting: number;
            /** @example 1 */
            overdue: number;
            /**
             * @description Number assigned to the current user.
             * @example 2
             */
            mine: number;
            /** @example 2 */
            unassigned: number;
            /** @example 0 */
            snoozed: number;
        };
        FollowUpEventDto: {
            /**
             * Format: uuid
             * @example f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:20:00.000Z
             */
            at: string;
            /**
             * @example taken
             * @enum {string}
             */
            type: "opened" | "joined" | "called" | "taken" | "assigned" | "released" | "snoozed" | "noted" | "corrected" | "promise_confirmed" | "promise_denied" | "overdue" | "done" | "dismissed" | "reopened";
            /**
             * @description Null for automatic entries.
             * @example Paul Ruiz
             */
            actor: string | null;
            /**
             * @example null
             * @enum {string|null}
             */
            outcome: "recovered" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /**
             * @description `assigned`: the assignee's name. `corrected`: the right label.
             * @example null
             */
            note: string | null;
            /**
             * Format: date-time
             * @description End of the snooze, for `snoozed`.
             * @example null
             */
            until: string | null;
            /**
             * Format: uuid
             * @description The call that caused it. For `reopened` with an actor, the call that no longer closes it.
             * @example null
             */
            callId: string | null;
        };
        FollowUpCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example 252.4 */
            durationSeconds: number | null;
            /**
             * @description Null without a result.
             * @example Negative
             */
            label: string | null;
            /** @example The technician did not show up. He wants a call today. */
            summary: string | null;
            /** @example Paul Ruiz */
            agentName: string | null;
            /**
             * @description Whether the follow-up is about it, or was settled by it.
             * @example true
             */
            isPartOfThis: boolean;
        };
        FollowUpDetailsDto: {
            /**
             * Format: uuid
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            id: string;
            /**
             * @description The most pressing kind among its calls.
             * @example unhappy
             * @enum {string}
             */
            kind: "unhappy" | "rule" | "promise" | "voicemail" | "review";
            /**
             * @example open
             * @enum {string}
             */
            state: "open" | "in_progress" | "done" | "dismissed";
            /**
             * @description Set once it is done.
             * @example null
             * @enum {string|null}
             */
            outcome: "recovered" | "called_back" | "still_unhappy" | "no_answer" | "not_needed" | null;
            /**
             * Format: date-time
             * @example 2026-03-31T15:10:00.000Z
             */
            dueAt: string;
            /**
             * @description Whether dueAt was promised in the call.
             * @example false
             */
            isPromisedTime: boolean;
            /**
             * @description Whether the customer is still waiting after dueAt. False while it is snoozed.
             * @example false
             */
            isOverdue: boolean;
            /**
             * Format: date-time
             * @example null
             */
            snoozedUntil: string | null;
            /**
             * Format: date-time
             * @description When the first call took place.
             * @example 2026-03-31T14:05:00.000Z
             */
            openedAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:07:02.000Z
             */
            updatedAt: string;
            /**
             * Format: date-time
             * @example null
             */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer was reached.
             * @example null
             */
            calledBackAt: string | null;
            /**
             * Format: uuid
             * @description The later call that settled it.
             * @example null
             */
            closedByCallId: string | null;
            /**
             * @description Send it with a change, which is refused if another change came first.
             * @example 1
             */
            version: number;
            /**
             * @description Number of the customer's calls that it is about.
             * @example 3
             */
            callCount: number;
            /**
             * Format: date-time
             * @example 2026-03-27T09:12:00.000Z
             */
            firstCalledAt: string | null;
            /**
             * Format: uuid
             * @description The deciding call.
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string;
            /**
             * @description Agent of that call.
             * @example Negative
             */
            label: string | null;
            customer: components["schemas"]["FollowUpCustomerDto"];
            /** @description Who took it, or to whom it was assigned. */
            assignee: components["schemas"]["FollowUpAssigneeDto"] | null;
            /**
             * @description Name or address of someone without a user account who took it through a link in a message.
             * @example null
             */
            takenBy: string | null;
            /**
             * @description What to do, on one line.
             * @example Call Dana Reyes back about the missed visit
             */
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
             * @description take: you take it. assign: to assigneeId. release: back to no one. snooze: until a time. unsnooze: back on the list. note: adds one to the history. done: with an outcome. dismiss: there was nothing to do; with correctLabel, because the label was wrong. confirm_promise, deny_promise: whether the company promised something in the call; only confirmed promises count as kept or broken. reopen: it waits again, with its original label. A call that had closed it does not close it again.
             * @example done
             * @enum {string}
             */
            action: "take" | "assign" | "release" | "snooze" | "unsnooze" | "note" | "done" | "dismiss" | "confirm_promise" | "deny_promise" | "reopen";
            /**
             * @description The version that you have read. If it has changed since, the change is refused. If omitted, only what someone else has taken is protected.
             * @example 1
             */
            version?: number;
            /**
             * Format: uuid
             * @description For assign: user ID of a member.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            assigneeId?: string;
            /**
             * Format: date-time
             * @description For snooze: a time in the next 60 days. UTC unless a time zone is given.
             * @example 2026-04-01T13:00:00Z
             */
            until?: string;
            /**
             * @description For note, and optional for done and dismiss.
             * @example Left a message with his wife.
             */
            note?: string;
            /**
             * @description For done.
             * @example recovered
             * @enum {string}
             */
            outcome?: "recovered" | "called_back" | "still_unhappy" | "no_answer" | "not_needed";
            /**
             * @description For dismiss, for an unhappy customer or a call that needs a listen: the right label of the call. The call is corrected and the follow-up dismissed in one step. The follow-up stays open if the right label is negative, or if the customer is waiting for something else, such as a promise.
             * @example neutral
             * @enum {string}
             */
            correctLabel?: "positive" | "neutral" | "negative";
            /**
             * @description For correctLabel: why the label was wrong. Kept with the correction of the call.
             * @example She was only asking about the invoice.
             */
            why?: string;
        };
        TakeFollowUpDto: {
            /**
             * @description Name of the person who takes it. Required for links in chats, ignored for links in emails.
             * @example Dana Reyes
             */
            name?: string;
        };
        DeliveryErrorDto: {
            /** @example OUTBOUND_NOT_FOUND */
            code: string;
            /** @example The URL returned 404 Not Found. Check it. */
            message: string;
        };
        DeliveryTryDto: {
            /**
             * @description Counted from 1.
             * @example 1
             */
            attempt: number;
            /**
             * @description State after the attempt.
             * @example sent
             * @enum {string}
             */
            outcome: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /** @description Error of the attempt, if any. */
            error: components["schemas"]["DeliveryErrorDto"] | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:42.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:42.310Z
             */
            finishedAt: string;
        };
        DeliveryDto: {
            /**
             * Format: uuid
             * @example 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed
             */
            id: string;
            /**
             * @example slack
             * @enum {string}
             */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "callback" | "webhook";
            /**
             * @description An email address, or the name of a channel.
             * @example #happy-customers
             */
            destination: string;
            /**
             * @description Run of the call that the message is about.
             * @example 1
             */
            runNumber: number;
            /**
             * @description Event that the message is about; null for the end of the run.
             * @example null
             * @enum {string|null}
             */
            event: "call.corrected" | "call.edited" | "call.written" | null;
            /**
             * @description Event of the follow-up that the message is about; null for a message about a call.
             * @example null
             * @enum {string|null}
             */
            followUpEvent: "opened" | "joined" | "called" | "taken" | "assigned" | "released" | "snoozed" | "noted" | "corrected" | "promise_confirmed" | "promise_denied" | "overdue" | "done" | "dismissed" | "reopened" | null;
            /**
             * @description sent, failed, dead and suppressed are final. suppressed: not sent, for the reason in lastError. unknown: the message may have arrived.
             * @example sent
             * @enum {string}
             */
            state: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /**
             * @description Attempts so far.
             * @example 1
             */
            attempts: number;
            /** @description Error of the last attempt, if any. */
            lastError: components["schemas"]["DeliveryErrorDto"] | null;
            /**
             * @description ID of the message in the remote system.
             * @example 1774966362.000200
             */
            providerRef: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due, while the message is waiting.
             * @example null
             */
            nextTryAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:42.310Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:42.310Z
             */
            updatedAt: string;
            /** @description All attempts, oldest first. */
            tries: components["schemas"]["DeliveryTryDto"][];
        };
        CustomerRiskDto: {
            /**
             * @description promise_overdue: the office has not kept a promise. unhappy_twice: two or more Negative calls in 30 days. turned_unhappy: the latest judged call is Negative, and an earlier one of the last 180 days was Positive. many_calls: the customer called three or more times in 7 days.
             * @example unhappy_twice
             * @enum {string}
             */
            kind: "promise_overdue" | "unhappy_twice" | "turned_unhappy" | "many_calls";
            /**
             * Format: date-time
             * @description When the latest of the calls took place, or when the promise was due.
             * @example 2026-03-31T14:05:00.000Z
             */
            at: string;
            /**
             * @description Number of calls that cause the risk; 0 for a promise.
             * @example 2
             */
            calls: number;
        };
        CustomerDto: {
            /**
             * Format: uuid
             * @example b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10
             */
            id: string;
            /** @example Dana Reyes */
            name: string | null;
            /**
             * @description Whether a member entered the name. If so, calls do not change it.
             * @example false
             */
            isNameCorrected: boolean;
            /**
             * @example [
             *       "+15551234567"
             *     ]
             */
            phones: string[];
            /**
             * @description IDs from the sender, for calls without a number.
             * @example [
             *       "4711"
             *     ]
             */
            references: string[];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            lastCalledAt: string | null;
            /**
             * @description Number of calls in the last 90 days, up to 500.
             * @example 3
             */
            recentCalls: number;
            /**
             * @description Label of the latest call whose label is not only a guess.
             * @example Negative
             */
            label: string | null;
            /** @description Why you may lose the customer. */
            risks: components["schemas"]["CustomerRiskDto"][];
            /**
             * Format: uuid
             * @description The waiting follow-up.
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            followUpId: string | null;
            /**
             * Format: date-time
             * @description Until when that follow-up is hidden.
             * @example null
             */
            snoozedUntil: string | null;
        };
        CustomerPageDto: {
            customers: components["schemas"]["CustomerDto"][];
            /**
             * @description Null on the last page.
             * @example null
             */
            nextCursor: string | null;
        };
        CustomerMonthDto: {
            /** @example 2026-03 */
            month: string;
            /** @example 2 */
            positive: number;
            /** @example 1 */
            neutral: number;
            /** @example 1 */
            negative: number;
            /**
             * @description Calls whose label is only a guess.
             * @example 0
             */
            needsReview: number;
        };
        CustomerPromiseDto: {
            /**
             * Format: uuid
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            followUpId: string;
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string;
            /**
             * @description The promise, if the call contained its words.
             * @example Send the quote.
             */
            what: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            promisedAt: string;
            /**
             * Format: date-time
             * @example 2026-04-01T21:00:00.000Z
             */
            dueAt: string;
            /**
             * @description late: kept after dueAt. broken: not kept, or not yet although it is due.
             * @example kept
             * @enum {string}
             */
            state: "kept" | "late" | "open" | "broken";
        };
        CustomerNoteDto: {
            /**
             * Format: uuid
             * @example f2a7a6d4-6f3e-4a86-8a4e-1f0a5b6c7d88
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:20:00.000Z
             */
            at: string;
            /** @example Paul Ruiz */
            actor: string | null;
            /** @example Left a message with his wife. */
            note: string;
            /**
             * Format: uuid
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            followUpId: string;
        };
        CustomerDetailsDto: {
            /**
             * Format: uuid
             * @example b1d8f8f4-3f0a-4b87-8b53-6b6f5f1c2a10
             */
            id: string;
            /** @example Dana Reyes */
            name: string | null;
            /**
             * @description Whether a member entered the name. If so, calls do not change it.
             * @example false
             */
            isNameCorrected: boolean;
            /**
             * @example [
             *       "+15551234567"
             *     ]
             */
            phones: string[];
            /**
             * @description IDs from the sender, for calls without a number.
             * @example [
             *       "4711"
             *     ]
             */
            references: string[];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            lastCalledAt: string | null;
            /**
             * @description Number of calls in the last 90 days, up to 500.
             * @example 3
             */
            recentCalls: number;
            /**
             * @description Label of the latest call whose label is not only a guess.
             * @example Negative
             */
            label: string | null;
            /** @description Why you may lose the customer. */
            risks: components["schemas"]["CustomerRiskDto"][];
            /**
             * Format: uuid
             * @description The waiting follow-up.
             * @example 3d1c5a52-4b2e-4a6c-9a54-0f0d7a3b1c22
             */
            followUpId: string | null;
            /**
             * Format: date-time
             * @description Until when that follow-up is hidden.
             * @example null
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
            /**
             * @description Later calls do not change it. An empty name restores the name of the latest call.
             * @example Dana Reyes
             */
            name: string;
        };
        MergeCustomerDto: {
            /**
             * Format: uuid
             * @description The customer whose numbers, calls and follow-ups move to this one.
             * @example c7a1f0de-51b0-4a52-9b1c-9f1d3e5b7a20
             */
            customerId: string;
        };
        SplitCustomerDto: {
            /**
             * @description A phone number of the customer in any notation, or one of the references.
             * @example +15551234568
             */
            phone: string;
        };
        ErasedCustomerDto: {
            /**
             * Format: uuid
             * @description The customer, with all of their numbers. Send this, phone, or both.
             * @example c7a1f0de-51b0-4a52-9b1c-9f1d3e5b7a20
             */
            customerId?: string;
            /**
             * @description A phone number. If it belongs to a customer with several numbers, all of them are erased.
             * @example +15551234567
             */
            phone?: string;
        };
        ErasableCallsDto: {
            /**
             * @description Calls that would be erased, including those without a result.
             * @example 12
             */
            calls: number;
        };
        ErasureDto: {
            /**
             * Format: uuid
             * @example 0c3f5a52-6c58-4e1f-9f61-2f4d2f0b7c11
             */
            id: string;
            /**
             * @description Scope of the erasure: one call, or a customer.
             * @example customer
             * @enum {string}
             */
            kind: "call" | "customer";
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            requestedAt: string;
            /**
             * @description Name or email address of the user; null once the user is deleted.
             * @example Pat Ellis
             */
            requestedBy: string | null;
            /**
             * @description Number of calls to erase.
             * @example 12
             */
            calls: number;
            /**
             * @description Number of permanently erased calls, including their recordings.
             * @example 12
             */
            erasedCalls: number;
            /**
             * @description Number of recordings deleted from the storage.
             * @example 11
             */
            recordings: number;
            /**
             * @description Whether the call's notes were removed from ServiceTitan, too. False: ServiceTitan refused, or could not be reached for a day. Null: not requested, nothing to remove, or not yet.
             * @example null
             */
            notesRemoved: boolean | null;
            /**
             * Format: date-time
             * @description When everything was erased; null while it is under way.
             * @example 2026-03-31T14:05:12.000Z
             */
            finishedAt: string | null;
        };
        ErasureListDto: {
            erasures: components["schemas"]["ErasureDto"][];
        };
        /**
         * @description queued and running: under way. ready: the file can be downloaded. replaced, deleted, expired, erased: the file is gone because of a newer export, because someone deleted it, after 7 days, or because calls in it were deleted.
         * @enum {string}
         */
        ExportState: "queued" | "running" | "ready" | "failed" | "canceled" | "replaced" | "deleted" | "expired" | "erased";
        AccountExportDto: {
            /**
             * Format: uuid
             * @example 5d0f6f0e-2f0c-4a52-9d1b-3c1f7f5e8a44
             */
            id: string;
            /**
             * @description queued and running: under way. ready: the file can be downloaded. replaced, deleted, expired, erased: the file is gone because of a newer export, because someone deleted it, after 7 days, or because calls in it were deleted.
             * @example ready
             */
            state: components["schemas"]["ExportState"];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            requestedAt: string;
            /**
             * @description Name or email address of the user; null once the user is deleted.
             * @example Pat Ellis
             */
            requestedBy: string | null;
            /**
             * @description Calls in the export; 0 until a worker has started it.
             * @example 1200
             */
            totalCalls: number;
            /**
             * @description Calls already in the file with their recordings.
             * @example 1200
             */
            doneCalls: number;
            /** @example 100 */
            percent: number;
            /**
             * @description Size of the file, once it is ready.
             * @example 734003200
             */
            bytes: number | null;
            /**
             * @description Why it failed, and what to do. Null unless it has failed.
             * @example null
             */
            failure: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:25:12.000Z
             */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When the file is deleted. Null until it is ready.
             * @example 2026-04-07T14:25:12.000Z
             */
            expiresAt: string | null;
        };
        AccountExportListDto: {
            exports: components["schemas"]["AccountExportDto"][];
        };
        DemoAnalysisDto: {
            /**
             * @description Length of the recording in seconds.
             * @example 41.6
             */
            duration: number;
            /**
             * @description How happy the customer is at the end of the call. A guess if needsReview.
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @description Whether the sentiment is only a guess and a person should listen to the call. Its label is then Needs a listen.
             * @example false
             */
            needsReview: boolean;
            /**
             * @description Why the call needs review: the words are too unreliable or too few to judge, part of the recording could not be read, the analyst is not sure enough, or the customer clearly showed both moods.
             * @example null
             * @enum {string|null}
             */
            reviewReason: "words_unreliable" | "too_few_words" | "recording_incomplete" | "low_confidence" | "mixed_signals" | null;
            /**
             * @description The transcript, one line per turn.
             * @example Agent: Good morning, this is Reyes HVAC.
             *     Customer: Thank you for calling back.
             */
            transcript: string;
            /** @example The company confirmed the visit on Tuesday. The customer thanked it for its honest estimate. */
            summary: string;
            /**
             * @example [
             *       "The visit is on Tuesday at nine."
             *     ]
             */
            keyPoints: string[];
            /**
             * @description 0 to 1: about this share of calls with this confidence is labeled correctly.
             * @example 0.93
             */
            confidence: number;
            /**
             * @description Time in seconds from the start of processing to its end.
             * @example 6.4
             */
            processingTime: number;
            /**
             * @description A note about the quality of transcripts of this engine, if there is one.
             * @example null
             */
            engineNote: string | null;
        };
        DemoResultDto: {
            analysis: components["schemas"]["DemoAnalysisDto"];
            /**
             * @description The result in the format of a job note.
             * @example Call From: Unknown
             *     Customer Happiness: Positive
             *
             *     The company confirmed the visit on Tuesday.
             */
            content: string;
        };
        DemoUploadResultDto: {
            /** @example Your call is ready. */
            message: string;
            result: components["schemas"]["DemoResultDto"];
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            jobId: string;
        };
        DemoLinksDto: {
            /**
             * @description Where to get the state and the result.
             * @example /api/demo/jobs/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            self: string;
        };
        DemoPendingJobDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @example running
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            links: components["schemas"]["DemoLinksDto"];
        };
        DemoPendingDto: {
            /** @example Your call is still being analyzed. The result will be here in a moment. */
            message: string;
            job: components["schemas"]["DemoPendingJobDto"];
        };
        DemoErrorDto: {
            /**
             * @description Stable error code for programs.
             * @example NO_SPEECH
             */
            code: string;
            /**
             * @description A sentence to show to users.
             * @example No speech in this recording.
             */
            message: string;
        };
        DemoJobDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * @description completed, skipped, failed and timed_out are final.
             * @example completed
             * @enum {string}
             */
            state: "received" | "queued" | "released" | "running" | "completed" | "skipped" | "failed" | "timed_out";
            /**
             * @description Current step.
             * @example finished
             * @enum {string}
             */
            progress: "queued" | "transcribing" | "analysing" | "finished";
            /** @description Set once completed. */
            result: components["schemas"]["DemoResultDto"] | null;
            /** @description Set if the demo ended without a result. */
            error: components["schemas"]["DemoErrorDto"] | null;
        };
        DemoUsageDto: {
            /**
             * @description Uploads so far, regardless of their outcome. Those that failed through an internal error do not count.
             * @example 2
             */
            count: number;
            /**
             * @description Uploads that a demo account can make.
             * @example 5
             */
            limit: number;
            /**
             * @description Uploads left.
             * @example 3
             */
            remaining: number;
            /**
             * @description Maximum length of a recording in minutes.
             * @example 10
             */
            maxMinutes: number;
        };
        ContactMessageDto: {
            /** @example Dana Reyes */
            name: string;
            /**
             * Format: email
             * @example dana@reyes-hvac.example
             */
            email: string;
            /** @example (555) 010-0123 */
            phone?: string;
            /** @example Reyes HVAC */
            company?: string;
            /** @example We answer about 900 calls a month. What would that cost us? */
            message: string;
            /**
             * @description Honeypot: hidden from people. Messages that fill it in are discarded.
             * @example
             */
            website?: string;
        };
        ContactResponseDto: {
            /** @example Thank you for your message. We'll get back to you soon. */
            message: string;
        };
        InboxMessageDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /** @example Dana Reyes */
            name: string;
            /**
             * Format: email
             * @example dana@reyes-hvac.example
             */
            email: string;
            /** @example (555) 010-0123 */
            phone: string | null;
            /** @example Reyes HVAC */
            company: string | null;
            /** @example We answer about 900 calls a month. What would that cost us? */
            message: string;
            /**
             * Format: date-time
             * @example null
             */
            doneAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            createdAt: string;
        };
        ContactInboxDto: {
            items: components["schemas"]["InboxMessageDto"][];
            /**
             * Format: uuid
             * @description Null on the last page.
             * @example null
             */
            next: string | null;
            /**
             * @description New messages in total.
             * @example 2
             */
            newCount: number;
        };
        MarkContactMessageDto: {
            /**
             * @description False makes the message new again.
             * @example true
             */
            isDone: boolean;
        };
        UserDeletionDto: {
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            requestedAt: string;
            /**
             * @description Why the last attempt failed. It is repeated every minute.
             * @example null
             */
            problem: string | null;
        };
        UserAccountDto: {
            /**
             * Format: uuid
             * @description The user who represents the account in these routes.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            ownerId: string;
            /**
             * @description The company, or else the owner.
             * @example Reyes HVAC
             */
            name: string;
            /**
             * @example owner
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * @description Whether the account is deleted with the user.
             * @example true
             */
            isSoleOwner: boolean;
            /**
             * @description Number of members, including the user.
             * @example 3
             */
            memberCount: number;
            /** @example false */
            hasSubscription: boolean;
        };
        UserDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Null when the sign-in provider sends none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @description A path of this site for an uploaded picture, or the URL from the sign-in provider.
             * @example /api/users/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/picture?v=9f86d081884c7d659a2feaa0c55ad015.png
             */
            profileImageUrl: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /** @example Reyes HVAC */
            company: string | null;
            /**
             * @description demo: a few trial uploads. active: the full product. Null for members of others' accounts who own none.
             * @example active
             * @enum {string|null}
             */
            status: "demo" | "active" | null;
            /**
             * @description When false, neither sign-in nor the account's bearer tokens work.
             * @example true
             */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Usage months start here for accounts without a subscription.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
            /**
             * @description The tenant ID of the account in ServiceTitan.
             * @example 987654321
             */
            serviceTitanTenant: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            updatedAt: string;
            /**
             * @description Whether the user can sign in with a password.
             * @example true
             */
            hasPassword: boolean;
            /**
             * @description Null without a subscription. paused: the account is disabled and not charged. pausing, resuming and canceling: the change is being sent to the payment provider, usually for a few seconds.
             * @example charged
             * @enum {string|null}
             */
            billing: "charged" | "pausing" | "paused" | "resuming" | "canceling" | null;
            /** @description Set while the user is being deleted. Nothing about them can be changed then. */
            deletion: components["schemas"]["UserDeletionDto"] | null;
            /** @description Accounts that the user is a member of, owned ones first. */
            accounts: components["schemas"]["UserAccountDto"][];
        };
        CreateUserDto: {
            /**
             * Format: email
             * @description Not case-sensitive.
             * @example robin@reyes-hvac.example
             */
            email: string;
            /** @example Robin */
            firstName: string;
            /** @example Reyes */
            lastName: string;
            /** @example kept-warm-in-winter */
            password: string;
            /**
             * @default user
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
        };
        UpdateUserDto: {
            /**
             * @description Null or empty clears it.
             * @example Robin
             */
            firstName?: string | null;
            /**
             * @description Null or empty clears it.
             * @example Reyes
             */
            lastName?: string | null;
            /**
             * Format: email
             * @example robin.reyes@reyes-hvac.example
             */
            email?: string;
            /**
             * @description Null or empty clears it.
             * @example Reyes HVAC
             */
            company?: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role?: "user" | "admin";
            /**
             * @description False immediately blocks sign-in and the account's bearer tokens. Its calls and messages wait.
             * @example true
             */
            isActive?: boolean;
        };
        SetPasswordDto: {
            /** @example cool-all-summer-long */
            password: string;
        };
        UserErrorDto: {
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            at: string;
            /**
             * @example message
             * @enum {string}
             */
            kind: "call" | "message";
            /**
             * @description Channel of the message.
             * @example slack
             * @enum {string|null}
             */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "callback" | "webhook" | null;
            /** @example SLACK_TOKEN_REVOKED */
            code: string | null;
            /** @example Slack rejected the bot token. */
            message: string | null;
            /**
             * Format: uuid
             * @description Null for a test message.
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string | null;
        };
        MemberDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /** @example dana@reyes-hvac.example */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /** @example https://images.example.com/dana.png */
            profileImageUrl: string | null;
            /**
             * @example owner
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * Format: date-time
             * @description When the member joined.
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
        };
        ChangeRoleDto: {
            /**
             * @example manager
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
        };
        AccountMembershipDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description The company, or else the owner's name.
             * @example Reyes HVAC
             */
            name: string;
            /**
             * @description Your role.
             * @example member
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * @description Whether this session works on it.
             * @example true
             */
            isCurrent: boolean;
        };
        QuietHoursDto: {
            /** @example 21:00 */
            from: string;
            /**
             * @description Must differ from the start.
             * @example 07:00
             */
            until: string;
        };
        MemberAlertsDto: {
            /**
             * @description The calls about which you want emails, in addition to the account's.
             * @example [
             *       "negative",
             *       "needs_review"
             *     ]
             */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[];
            /** @description When no email about a call is sent to your address; it is sent when they end. In the account's time zone. */
            quietHours: components["schemas"]["QuietHoursDto"] | null;
            /**
             * @description Whether you get the weekly letter.
             * @example true
             */
            weeklyLetter: boolean;
            /**
             * @description Your address for the emails.
             * @example paul@reyes-hvac.example
             */
            address: string | null;
            /**
             * @description Time zone of the account.
             * @example America/New_York
             */
            timeZone: string;
            /**
             * @description Whether the account sends alerts about calls that need a listen. If not, you get none either.
             * @example true
             */
            reviewAlertsEnabled: boolean;
            /**
             * @description Whether this server can send email.
             * @example true
             */
            isMailSetUp: boolean;
            /**
             * @description Whether your address has unsubscribed from the emails of the account.
             * @example false
             */
            isUnsubscribed: boolean;
        };
        ChangeMemberAlertsDto: {
            /**
             * @description The calls about which you want emails, in addition to the account's.
             * @example [
             *       "negative",
             *       "needs_review"
             *     ]
             */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[];
            /** @description When no email about a call is sent to your address; it is sent when they end. In the account's time zone. */
            quietHours: components["schemas"]["QuietHoursDto"] | null;
            /**
             * @description Whether you want the weekly letter, on Mondays at 7 AM. By default, owners and managers get it. If omitted, nothing changes.
             * @example true
             */
            weeklyLetter?: boolean;
        };
        InvitationDto: {
            /**
             * Format: uuid
             * @example 9b1f7c3d-4c1f-4a57-8f0c-5b2a9e7d6c10
             */
            id: string;
            /** @example paul@reyes-hvac.example */
            email: string;
            /**
             * @example member
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * Format: date-time
             * @example 2026-04-07T09:00:00.000Z
             */
            expiresAt: string;
            /** @example false */
            isExpired: boolean;
        };
        InviteDto: {
            /**
             * Format: email
             * @example paul@reyes-hvac.example
             */
            email: string;
            /**
             * @example member
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
        };
        NewInvitationDto: {
            /**
             * Format: uuid
             * @example 9b1f7c3d-4c1f-4a57-8f0c-5b2a9e7d6c10
             */
            id: string;
            /** @example paul@reyes-hvac.example */
            email: string;
            /**
             * @example member
             * @enum {string}
             */
            role: "owner" | "manager" | "member" | "viewer";
            /**
             * Format: date-time
             * @example 2026-04-07T09:00:00.000Z
             */
            expiresAt: string;
            /** @example false */
            isExpired: boolean;
            /**
             * @description Only if email is not set up: the link to send yourself, which cannot be read again.
             * @example null
             */
            link: string | null;
        };
        AcceptInvitationDto: {
            /**
             * @description From the link.
             * @example lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E
             */
            token: string;
        };
        JoinDto: {
            /**
             * @description From the link.
             * @example lOZ3-bT1XyW0sYxHn0p1m5vQH0o7V8G2b1rJ4kq9c3E
             */
            token: string;
            /** @example Paul */
            firstName?: string;
            /** @example Ruiz */
            lastName?: string;
            /** @example four quiet copper kettles */
            password?: string;
        };
        AgentMemberDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /**
             * @description The email address if the member has no name.
             * @example Paul Ruiz
             */
            name: string;
        };
        AgentDto: {
            /**
             * Format: uuid
             * @example 0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11
             */
            id: string;
            /**
             * @description As first given or heard.
             * @example Paul
             */
            name: string;
            /** @example 14 */
            callCount: number;
            /** @description The member that the agent is matched to. Calls show this name. */
            member: components["schemas"]["AgentMemberDto"] | null;
            /** @description The only member whose name fits. Null once the agent is matched or the suggestion is dismissed. */
            suggestion: components["schemas"]["AgentMemberDto"] | null;
            /** @example false */
            isSuggestionDismissed: boolean;
        };
        MatchAgentDto: {
            /**
             * Format: uuid
             * @description User ID of the member. Null removes the match: calls then show the name as given or heard.
             * @example null
             */
            memberUserId: string | null;
            /**
             * @description Whether to stop suggesting a member for this agent. False by default.
             * @example true
             */
            isSuggestionDismissed?: boolean;
        };
        TokenDto: {
            /**
             * Format: uuid
             * @example a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10
             */
            id: string;
            /** @example API Token for n8n */
            name: string;
            /**
             * @description Masked: the common prefix and the last four characters.
             * @example rw_••••••••4f2c
             */
            token: string;
            /**
             * @description Whether the token is turned on.
             * @example true
             */
            isActive: boolean;
            /**
             * @description Whether the token has expired.
             * @example false
             */
            isExpired: boolean;
            /**
             * @description Whether the token can only read.
             * @example false
             */
            isReadOnly: boolean;
            /**
             * Format: date-time
             * @description Accurate to one minute.
             * @example 2026-03-31T14:05:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Null when the token does not expire.
             * @example 2099-12-31T23:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
        };
        UserWithTokensDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Null when the sign-in provider sends none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @description A path of this site for an uploaded picture, or the URL from the sign-in provider.
             * @example /api/users/5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21/picture?v=9f86d081884c7d659a2feaa0c55ad015.png
             */
            profileImageUrl: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /**
             * @description Tokens work while the account is active. Null for users without an account, who have none.
             * @example active
             * @enum {string|null}
             */
            status: "demo" | "active" | null;
            /**
             * @description When false, no token of the account works.
             * @example true
             */
            isActive: boolean;
            /** @description Newest first. */
            tokens: components["schemas"]["TokenDto"][];
        };
        CreateTokenDto: {
            /** @example API Token for n8n */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601; UTC without a time zone. If omitted, the token does not expire.
             * @example 2099-12-31T23:00:00.000Z
             */
            expiresAt?: string | null;
            /**
             * @description Whether the token can only read. False if omitted.
             * @example false
             */
            isReadOnly?: boolean;
        };
        NewTokenDto: {
            /**
             * Format: uuid
             * @example a3d1f0c4-4c1f-4a57-8f0c-5b2a9e7d6c10
             */
            id: string;
            /** @example API Token for n8n */
            name: string;
            /**
             * @description Save it now: it cannot be shown again.
             * @example rw_wQ2nq9c0V5m1t8Zb7yKx3LrD6sPjF4hGuA_eTiN4f2c
             */
            token: string;
            /**
             * Format: date-time
             * @description Null when the token does not expire.
             * @example 2099-12-31T23:00:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
        };
        ImpersonatedUserDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @description Null when the sign-in provider sends none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
        };
        ImpersonatingAdministratorDto: {
            /**
             * @description Null when the sign-in provider sends none.
             * @example admin@ringwell.local
             */
            email: string | null;
        };
        ImpersonationStatusDto: {
            /** @example true */
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
             * @example 12.5
             */
            minutes: number;
            /**
             * @default 0
             * @example 1
             */
            instanceRuns: number;
            /**
             * @default 0
             * @example 3
             */
            apiCalls: number;
            /**
             * @description What caused the usage: api, n8n, manual or another name.
             * @example n8n
             */
            source: string;
            /**
             * @description Anything that helps you recognize the record later; at most 16 kB.
             * @example {
             *       "workflow": "call-summaries",
             *       "execution": 4711
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            } | null;
        };
        UsageRecordDto: {
            /**
             * Format: uuid
             * @example 0d9d3f7a-5f0e-4f3c-8f47-3b9c7d0a1e52
             */
            id: string;
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /** @example 12.5 */
            minutes: number;
            /** @example 1 */
            instanceRuns: number;
            /** @example 3 */
            apiCalls: number;
            /** @example n8n */
            source: string;
            /**
             * @example {
             *       "workflow": "call-summaries",
             *       "execution": 4711
             *     }
             */
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            recordedAt: string;
        };
        MyUsageDto: {
            /**
             * @description Minutes of processed calls and of posted usage.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, delayed by a few seconds, and posted usage.
             * @example 1860
             */
            totalApiCalls: number;
            /**
             * @description Processed calls.
             * @example 131
             */
            totalCalls: number;
            /**
             * Format: date-time
             * @description When the current usage month began. With a subscription: the start of the billing period, to the second. Without one: midnight in the time zone of the account, on the day of the month it was activated; after a change of the time zone, of the earlier one.
             * @example 2026-02-28T00:00:00.000Z
             */
            periodStartsAt: string;
            /**
             * Format: date-time
             * @description When the next usage month starts and the totals reset.
             * @example 2026-03-31T00:00:00.000Z
             */
            resetsAt: string;
            /** @example 1000 */
            monthlyMinuteLimit: number;
            /**
             * @description Whether calls are skipped once the limit is reached.
             * @example false
             */
            usageLimitEnabled: boolean;
        };
        SystemUsageDto: {
            /**
             * @description Minutes of processed calls and of posted usage.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, delayed by a few seconds, and posted usage.
             * @example 1860
             */
            totalApiCalls: number;
            /**
             * @description Processed calls.
             * @example 131
             */
            totalCalls: number;
            /**
             * @description All users, regardless of the requested days.
             * @example 42
             */
            totalUsers: number;
            /**
             * @description Enabled users who are a member of an enabled account with status active.
             * @example 37
             */
            activeUsers: number;
        };
        AccountUsageDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /** @example Dana Reyes */
            userName: string | null;
            /** @example dana@reyes-hvac.example */
            userEmail: string | null;
            /** @example 412.75 */
            totalMinutes: number;
            /** @example 131 */
            totalCalls: number;
            /**
             * @description Minutes per processed call; 0 without calls.
             * @example 3.15
             */
            averageCallLength: number;
        };
        DailyUsageDto: {
            /**
             * Format: date
             * @example 2026-03-31
             */
            day: string;
            /** @example 18.25 */
            minutes: number;
            /** @example 6 */
            calls: number;
            /** @example 6 */
            instanceRuns: number;
            /** @example 74 */
            apiCalls: number;
        };
        UserUsageDto: {
            /**
             * @description Minutes of processed calls and of posted usage.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, delayed by a few seconds, and posted usage.
             * @example 1860
             */
            totalApiCalls: number;
            /**
             * @description Processed calls.
             * @example 131
             */
            totalCalls: number;
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /** @example Dana Reyes */
            userName: string | null;
            /** @example dana@reyes-hvac.example */
            userEmail: string | null;
            /** @description Every requested day, oldest first. */
            daily: components["schemas"]["DailyUsageDto"][];
        };
        WeeklyLetterPreviewDto: {
            /**
             * @description Monday of the letter's week.
             * @example 2026-11-16
             */
            week: string;
            /** @example Customer happiness last week: +41, up 12 */
            subject: string;
            /**
             * @description The email as text.
             * @example Customer happiness last week: +41, up 12
             *     Nov 16 – 22
             *
             *     Calls: 128 calls, 4 need a listen
             */
            text: string;
        };
        WeeklyLetterTestDto: {
            /**
             * @description Recipient: the address that you sign in with.
             * @example dana@reyes-hvac.example
             */
            address: string;
        };
        HappinessFiguresDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
        };
        HappinessPeriodDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * Format: date
             * @example 2026-03-02
             */
            from: string;
            /**
             * Format: date
             * @description The last day, included.
             * @example 2026-03-08
             */
            to: string;
        };
        HappinessChangeDto: {
            /**
             * @description Change in points since the previous period.
             * @example 6
             */
            points: number;
            /**
             * @description Lower bound of the 95 % confidence interval.
             * @example 1
             */
            low: number;
            /**
             * @description Upper bound of the 95 % confidence interval.
             * @example 11
             */
            high: number;
            /**
             * @description Whether the interval excludes 0, so that chance rarely explains the change.
             * @example true
             */
            isClear: boolean;
        };
        HappinessStepDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * Format: date
             * @example 2026-03-02
             */
            from: string;
            /**
             * Format: date
             * @description The last day, included.
             * @example 2026-03-08
             */
            to: string;
            /** @description The same days of the period before: as many days earlier as the period is long. */
            before: components["schemas"]["HappinessPeriodDto"];
        };
        DirectionHappinessDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * @example inbound
             * @enum {string}
             */
            direction: "inbound" | "outbound";
        };
        HourHappinessDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * @description 1 for Monday to 7 for Sunday.
             * @example 1
             */
            weekday: number;
            /**
             * @description 9 for 9:00 to 9:59.
             * @example 9
             */
            hour: number;
        };
        AgentHappinessDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * Format: uuid
             * @description For the agent filter of calls. Agents matched to the same member are counted together.
             * @example 0b9d5b0e-2f2c-4c8a-8f5d-4a1f6f0f7d11
             */
            agentId: string;
            /** @example Paul Ruiz */
            agentName: string;
        };
        TopicHappinessDto: {
            /**
             * @description Calls with a label: positive, neutral and negative.
             * @example 100
             */
            judged: number;
            /** @example 60 */
            positive: number;
            /** @example 21 */
            neutral: number;
            /** @example 19 */
            negative: number;
            /**
             * @description Calls that need a listen. They do not count as judged.
             * @example 4
             */
            needsReview: number;
            /**
             * @description The share of positive calls minus the share of negative ones, in points from -100 to 100. null with fewer than 10 judged calls.
             * @example 41
             */
            score: number | null;
            /**
             * @description Lower bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 25
             */
            low: number | null;
            /**
             * @description Upper bound of the 95 % confidence interval of the score. null with fewer than 10 judged calls.
             * @example 56
             */
            high: number | null;
            /**
             * @example price
             * @enum {string}
             */
            topic: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other";
        };
        CallbacksDto: {
            /**
             * @description Follow-ups of unhappy customers, opened in the period and not dismissed: called back in time or late, waiting, or never called back.
             * @example 30
             */
            customers: number;
            /**
             * @description Called back before the due time.
             * @example 20
             */
            inTime: number;
            /**
             * @description Called back after the due time.
             * @example 4
             */
            late: number;
            /**
             * @description Still to be called back.
             * @example 4
             */
            waiting: number;
            /**
             * @description Closed without a callback: there was no answer, or none was needed.
             * @example 2
             */
            never: number;
            /**
             * @description Half of the customers called back were called back within this time of the first call of their follow-up, measured in elapsed time, including nights and weekends. null without any.
             * @example 45
             */
            medianMinutes: number | null;
            /**
             * @description Customers called back who are happy again.
             * @example 18
             */
            recovered: number;
            /**
             * @description recovered in percent of inTime and late. null when fewer than 10 were called back.
             * @example 75
             */
            recoveredPercent: number | null;
        };
        HappinessMomentDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            callId: string;
            /**
             * @example negative
             * @enum {string}
             */
            sentiment: "positive" | "negative";
            /**
             * Format: date-time
             * @description When the call took place.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string;
            /** @example Dana Reyes */
            customerName: string | null;
            /** @example Paul Ruiz */
            agentName: string | null;
            /**
             * @description Words of the call that support its label.
             * @example Nobody showed up again.
             */
            quote: string;
            /**
             * @description Where the quote starts in the recording.
             * @example 61200
             */
            startMs: number;
        };
        HappinessDto: {
            /**
             * Format: date
             * @example 2026-03-01
             */
            from: string;
            /**
             * Format: date
             * @description The last day, included.
             * @example 2026-03-31
             */
            to: string;
            /**
             * @example week
             * @enum {string}
             */
            by: "day" | "week" | "month";
            /**
             * @description null: calls of both directions.
             * @example null
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /**
             * Format: uuid
             * @description null: calls of all agents.
             * @example null
             */
            agent: string | null;
            /**
             * @description Time zone of the days and hours, which is the account's.
             * @example America/New_York
             */
            timeZone: string;
            /**
             * @description Whether older calls are still being counted, after an update or a change of the time zone.
             * @example false
             */
            isRecounting: boolean;
            total: components["schemas"]["HappinessFiguresDto"];
            /** @description The period of the same length before. */
            before: components["schemas"]["HappinessPeriodDto"];
            /** @description null if either period has no score. */
            change: components["schemas"]["HappinessChangeDto"] | null;
            /** @description Every day, week or month, oldest first. */
            trend: components["schemas"]["HappinessStepDto"][];
            /** @description Busiest first. */
            directions: components["schemas"]["DirectionHappinessDto"][];
            /** @description Hours of the week with calls, in order. */
            hours: components["schemas"]["HourHappinessDto"][];
            /** @description Busiest first. */
            agents: components["schemas"]["AgentHappinessDto"][];
            /** @description Busiest first. */
            topics: components["schemas"]["TopicHappinessDto"][];
            callbacks: components["schemas"]["CallbacksDto"];
            /** @description Quotes from the calls with the clearest labels: at most three negative ones, then three positive ones. */
            moments: components["schemas"]["HappinessMomentDto"][];
        };
        GuidelineRuleDto: {
            /**
             * @description What the rule searches for.
             * @example words
             * @enum {string}
             */
            when: "words" | "topic";
            /**
             * @description For words: any of these, as whole words in any letter case; commas are ignored. Up to 20 of up to 60 characters.
             * @example [
             *       "cancel my membership",
             *       "cancel my plan"
             *     ]
             */
            phrases?: string[];
            /**
             * @description For words: who must say them. If a recording does not separate the speakers, anyone counts.
             * @example customer
             * @enum {string}
             */
            saidBy?: "customer" | "agent" | "anyone";
            /**
             * @description For topic.
             * @example billing
             * @enum {string}
             */
            topic?: "no_show" | "delay" | "quality" | "price" | "billing" | "communication" | "rudeness" | "praise" | "booking" | "other";
            /**
             * @description The label of matching calls, or follow_up to have the customer called back.
             * @example negative
             * @enum {string}
             */
            then: "positive" | "neutral" | "negative" | "follow_up";
        };
        GuidelineDto: {
            /**
             * @description 0 before the first one is saved.
             * @example 3
             */
            version: number;
            /**
             * @description Text for the language model that analyzes calls or writes summaries. If hasWriter of the settings is false, it has no effect.
             * @example A customer who cancels a membership is unhappy for us. Always mention the brand of the equipment.
             */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
            /**
             * @description Name or email. Null for a text that predates versions, and once the user is deleted.
             * @example Dana Reyes
             */
            savedBy: string | null;
            /**
             * Format: date-time
             * @example 2026-03-31T15:20:08.412Z
             */
            savedAt: string | null;
            /**
             * @description The earlier version that this one restored.
             * @example null
             */
            restoredVersion: number | null;
        };
        SaveGuidelineDto: {
            /**
             * @description Text for the language model that analyzes calls or writes summaries. If hasWriter of the settings is false, it has no effect.
             * @example A customer who cancels a membership is unhappy for us. Always mention the brand of the equipment.
             */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
            /**
             * @description The version in force that you have read; 0 before the first one. If another one is in force by now, the response is 409.
             * @example 0
             */
            replaces: number;
        };
        RestoreGuidelineDto: {
            /**
             * @description The earlier version to save again as a new one.
             * @example 1
             */
            version: number;
            /**
             * @description The version in force that you have read; 0 before the first one. If another one is in force by now, the response is 409.
             * @example 1
             */
            replaces: number;
        };
        GuidelineDraftDto: {
            /**
             * @description Text for the language model that analyzes calls or writes summaries. If hasWriter of the settings is false, it has no effect.
             * @example A customer who cancels a membership is unhappy for us. Always mention the brand of the equipment.
             */
            text: string | null;
            /** @description Rules for any analyst. The first match decides the label. */
            rules: components["schemas"]["GuidelineRuleDto"][];
        };
        LabelCountsDto: {
            /** @example 61 */
            positive: number;
            /** @example 104 */
            neutral: number;
            /** @example 23 */
            negative: number;
            /**
             * @description Calls that need a listen.
             * @example 12
             */
            needs_review: number;
        };
        LabelChangeDto: {
            /**
             * @example neutral
             * @enum {string}
             */
            from: "positive" | "neutral" | "negative" | "needs_review";
            /**
             * @example negative
             * @enum {string}
             */
            to: "positive" | "neutral" | "negative" | "needs_review";
            /** @example 6 */
            count: number;
        };
        ReplayedFollowUpsDto: {
            /**
             * @description Calls to follow up under the rules in force.
             * @example 41
             */
            before: number;
            /**
             * @description Calls to follow up under the draft.
             * @example 46
             */
            after: number;
            /**
             * @description Calls to follow up only under the draft.
             * @example 5
             */
            opened: number;
        };
        RecentCallsReplayDto: {
            /**
             * @description Number of replayed calls.
             * @example 200
             */
            calls: number;
            /**
             * @description Calls that could not be replayed, because their transcripts are deleted.
             * @example 0
             */
            withoutTranscript: number;
            /** @description Labels under the rules in force. */
            before: components["schemas"]["LabelCountsDto"];
            /** @description Labels under the rules of the draft. */
            after: components["schemas"]["LabelCountsDto"];
            /**
             * @description Calls whose label differs.
             * @example 6
             */
            changed: number;
            /** @description Most frequent change first. */
            changes: components["schemas"]["LabelChangeDto"][];
            followUps: components["schemas"]["ReplayedFollowUpsDto"];
        };
        ReplayedShareDto: {
            /**
             * @description 0 to 1.
             * @example 0.86
             */
            share: number;
            /**
             * @description Lower bound of the 95 % confidence interval.
             * @example 0.738
             */
            low: number;
            /**
             * @description Upper bound of the 95 % confidence interval.
             * @example 0.931
             */
            high: number;
        };
        ReplayedAccuracyDto: {
            /**
             * @description Checked calls whose label is right.
             * @example 43
             */
            right: number;
            /**
             * @description Checked calls with a label.
             * @example 50
             */
            checked: number;
            /** @description Null with too few checked calls. */
            figure: components["schemas"]["ReplayedShareDto"] | null;
        };
        CheckedCallsReplayDto: {
            /**
             * @description Number of replayed calls.
             * @example 200
             */
            calls: number;
            /**
             * @description Calls that could not be replayed, because their transcripts are deleted.
             * @example 0
             */
            withoutTranscript: number;
            /** @description Labels under the rules in force. */
            before: components["schemas"]["LabelCountsDto"];
            /** @description Labels under the rules of the draft. */
            after: components["schemas"]["LabelCountsDto"];
            /**
             * @description Calls whose label differs.
             * @example 6
             */
            changed: number;
            /** @description Most frequent change first. */
            changes: components["schemas"]["LabelChangeDto"][];
            /** @description Accuracy under the rules in force. Calls that need a listen are not counted. */
            accuracyBefore: components["schemas"]["ReplayedAccuracyDto"];
            /** @description Accuracy under the rules of the draft, counted alike. */
            accuracyAfter: components["schemas"]["ReplayedAccuracyDto"];
            /**
             * @description Calls whose label becomes right.
             * @example 4
             */
            fixed: number;
            /**
             * @description Calls whose label becomes wrong.
             * @example 1
             */
            broken: number;
        };
        ReplayedCallDto: {
            /**
             * Format: uuid
             * @example 7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string;
            /**
             * @example inbound
             * @enum {string|null}
             */
            direction: "inbound" | "outbound" | null;
            /** @example Dana Reyes */
            customerName: string | null;
            /**
             * @description The customer's number.
             * @example +15551234567
             */
            phone: string | null;
            /**
             * @example neutral
             * @enum {string}
             */
            from: "positive" | "neutral" | "negative" | "needs_review";
            /**
             * @example negative
             * @enum {string}
             */
            to: "positive" | "neutral" | "negative" | "needs_review";
            /**
             * @description Whether only the draft requires calling the customer back.
             * @example true
             */
            opensFollowUp: boolean;
            /**
             * @description The phrase or topic that decides under the draft; null if a rule in force no longer matches.
             * @example cancel my membership
             */
            rule: string | null;
            /** @example I want to cancel my membership. */
            quote: string | null;
            /**
             * @description Position of the phrase in the recording, in milliseconds.
             * @example 64200
             */
            startMs: number | null;
        };
        BackTestDto: {
            /** @description Results for the latest calls, up to 200. Corrected calls keep their label. */
            recent: components["schemas"]["RecentCallsReplayDto"];
            /** @description Results for the checked calls, the latest 1,000, whether or not they were corrected. */
            checked: components["schemas"]["CheckedCallsReplayDto"];
            /** @description Latest first, up to 50. */
            changedCalls: components["schemas"]["ReplayedCallDto"][];
            /**
             * @description Number of all calls whose label or follow-up changes.
             * @example 6
             */
            changedCallCount: number;
        };
        ActivityDto: {
            /**
             * Format: uuid
             * @example 9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10
             */
            id: string;
            /**
             * Format: uuid
             * @description The account that the entry is about; null for entries about a user only, and for deleted accounts.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            accountId: string | null;
            /** @example User created */
            action: string;
            /**
             * @description Shown as the badge New, Update, Removed or Action.
             * @example new
             * @enum {string}
             */
            kind: "new" | "update" | "removed" | "action";
            /** @example admin@example.com created the user dana@reyes-hvac.example. */
            description: string;
            /**
             * Format: date-time
             * @description Same as createdAt.
             * @example 2026-03-31T14:05:00.000Z
             */
            timestamp: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description The actor; null for visitors, deleted users and the service itself.
             * @example 2f6b0c9e-1d47-4a0b-8f53-5a7c9e2d1b34
             */
            userId: string | null;
            /** @example Alex Kim */
            userName: string | null;
            /** @example admin@example.com */
            userEmail: string | null;
            /**
             * @description Ids of the affected records.
             * @example {
             *       "targetUserId": "5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @example 203.0.113.7 */
            ipAddress: string | null;
            /** @example Mozilla/5.0 (X11; Linux x86_64) */
            userAgent: string | null;
        };
        SecurityEventUserDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Null for deleted users.
             * @example Dana Reyes
             */
            name: string | null;
            /**
             * @description Null for deleted users.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
        };
        SecurityEventAccountDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Name of the company, or else of the owner; null for deleted accounts.
             * @example Reyes Heating & Air
             */
            name: string | null;
            /**
             * Format: uuid
             * @description The user who owns the account.
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            ownerId: string | null;
        };
        SecurityEventDto: {
            /**
             * Format: uuid
             * @example 9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10
             */
            id: string;
            /**
             * @example sign_in
             * @enum {string}
             */
            kind: "sign_in" | "sign_out" | "access_refused" | "token_refused" | "rights_changed" | "credentials_changed" | "throttled";
            /**
             * @example refused
             * @enum {string}
             */
            outcome: "succeeded" | "refused";
            /**
             * @description What happened, as a sentence.
             * @example Tried to sign in with a wrong password.
             */
            what: string;
            /**
             * @description How a user signed in or tried to, or the kind of credential that was refused.
             * @example password
             */
            method: string | null;
            /**
             * @description Why it was refused.
             * @example WRONG_PASSWORD
             */
            code: string | null;
            /**
             * @description Method and route of the request.
             * @example POST /api/login
             */
            route: string | null;
            /**
             * @description The action in the activity log.
             * @example null
             */
            action: string | null;
            /** @description The actor; null for visitors and automations. During impersonation, the administrator. */
            user: components["schemas"]["SecurityEventUserDto"] | null;
            /** @description The user concerned, such as the one as whom a visitor tried to sign in. */
            about: components["schemas"]["SecurityEventUserDto"] | null;
            account: components["schemas"]["SecurityEventAccountDto"] | null;
            /**
             * @description A keyed hash of the text entered as the email address of an unknown user. Equal hashes mean the same text. The filter `user` finds them by the address.
             * @example null
             */
            emailHash: string | null;
            /** @example 203.0.113.7 */
            ipAddress: string | null;
            /** @example Mozilla/5.0 (X11; Linux x86_64) */
            userAgent: string | null;
            /**
             * @description Number of equal events within a minute.
             * @example 12
             */
            count: number;
            /**
             * Format: date-time
             * @description Time of the first of these events.
             * @example 2026-03-31T14:05:00.000Z
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description Time of the last of these events.
             * @example 2026-03-31T14:05:40.000Z
             */
            lastAt: string;
        };
        SecurityEventPageDto: {
            /** @description Newest first. */
            events: components["schemas"]["SecurityEventDto"][];
            /**
             * Format: uuid
             * @description Send it as cursor for the next page; null on the last one.
             * @example 9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10
             */
            nextCursor: string | null;
        };
        SettingsDto: {
            /**
             * @description Master switch. When off, new calls are accepted and skipped.
             * @example true
             */
            active: boolean;
            /**
             * @description IANA time zone of dates and times in the app, alerts and exports. UTC until it is set.
             * @example America/New_York
             */
            timeZone: string | null;
            /** @example true */
            slackEnabled: boolean;
            /**
             * @description Channel ID, link or #name, which is stored in lowercase.
             * @example #calls
             */
            slackChannel: string | null;
            /**
             * @description Bot token of the Slack app. Masked.
             * @example ••••••••ghij
             */
            slackBotToken: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            slackPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            slackNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            slackNegativeSentiment: boolean;
            /** @example false */
            teamsEnabled: boolean;
            /**
             * @description A label without further effect.
             * @example Dispatch
             */
            teamsTeamName: string | null;
            /**
             * @description URL of a workflow that posts to the channel. Masked.
             * @example ••••••••e5f6
             */
            teamsWebhookUrl: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            teamsPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            teamsNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            teamsNegativeSentiment: boolean;
            /** @example false */
            googleChatEnabled: boolean;
            /**
             * @description Webhook URL of a space. Masked.
             * @example ••••••••=def
             */
            googleChatWebhookUrl: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            googleChatPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            googleChatNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            googleChatNegativeSentiment: boolean;
            /** @example true */
            emailEnabled: boolean;
            /**
             * @description Recipients, stored in lowercase and without duplicates.
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress: string[];
            /**
             * @description Whether positive calls trigger an alert.
             * @example false
             */
            emailPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example false
             */
            emailNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            emailNegativeSentiment: boolean;
            /**
             * @description Whether alerts and notes are sent about calls that need a listen. Such a call triggers an alert on every channel that is on for at least one label.
             * @example true
             */
            reviewAlertsEnabled: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled: boolean;
            /**
             * @description Minutes per month after which calls are skipped, if usageLimitEnabled is on.
             * @example 1000
             */
            monthlyMinuteLimit: number;
            /** @example true */
            inboundCallsEnabled: boolean;
            /**
             * @description Seconds. Shorter inbound calls are skipped.
             * @example 60
             */
            inboundMinCallTime: number;
            /** @example true */
            outboundCallsEnabled: boolean;
            /**
             * @description Seconds. Shorter outbound calls are skipped.
             * @example 90
             */
            outboundMinCallTime: number;
            /**
             * @description Minutes after which processing stops, counted from the first start of the call.
             * @example 30
             */
            processingTimeoutMinutes: number;
            /**
             * @description Calls processed at the same time. Administrators can set up to 100.
             * @example 5
             */
            maxConcurrentWorkflows: number;
            /**
             * @description Storage quota for the account's recordings in GB. Null: the installation's quota. Only administrators can change it.
             * @example 50
             */
            storageQuotaGb: number | null;
            /**
             * @description Days to keep recordings after a call was received. The installation's apply if they are shorter. Null: the installation's. In the account, only owners can change it. Fewer days delete older recordings within the hour, which cannot be undone.
             * @example 90
             */
            recordingsRetentionDays: number | null;
            /**
             * @description Days to keep transcripts and quotes; summaries and labels stay. Otherwise like recordingsRetentionDays.
             * @example 365
             */
            transcriptsRetentionDays: number | null;
            /**
             * @description The customer's channel in two-channel recordings. auto derives it from the words; a call's own channel takes precedence.
             * @example auto
             * @enum {string}
             */
            customerChannel: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong: surer ones are shown, the others need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. It applies to calls that are processed from then on. GET /api/checks/accuracy shows the effect.
             * @example one_in_20
             * @enum {string}
             */
            reviewTolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are removed from the words of calls that are processed from then on, before they are stored or sent, and replaced with [card number] and the like. transcript_and_audio: a tone also replaces them in the recording, which cannot be played before.
             * @example transcript_and_audio
             * @enum {string}
             */
            redaction: "off" | "transcript" | "transcript_and_audio";
            /**
             * @description Whether [phone number] stands for phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hidePhoneNumbers: boolean;
            /**
             * @description Whether [name] stands for names of customers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Names of agents stay.
             * @example false
             */
            hideNames: boolean;
            /**
             * @description Whether [address] stands for street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hideAddresses: boolean;
            /**
             * @description Minutes of business hours within which to call back an unhappy customer, or one who left a message.
             * @example 60
             */
            callBackWithinMinutes: number;
            /**
             * @description Opening hours of the office in timeZone: seven days, Monday first. Null for closed days.
             * @example [
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       null,
             *       null
             *     ]
             */
            businessWeek: ({
                from: string;
                until: string;
            } | null)[];
            /**
             * @description Days on which the office is closed, as YYYY-MM-DD.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays: string[];
            /**
             * @description Whether alerts are sent about follow-ups that are overdue.
             * @example true
             */
            overdueAlertsEnabled: boolean;
            /**
             * @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's.
             * @example [
             *       "manager@reyes-hvac.example"
             *     ]
             */
            overdueAddresses: string[];
            /**
             * @description Whether the chats of the account get a short form of the weekly letter.
             * @example false
             */
            weeklyLetterChats: boolean;
            /**
             * @description Names and words that occur in calls, most important first. Spellings that differ only in case count as one.
             * @example [
             *       "Cedar Creek Plumbing",
             *       "Kowalczyk"
             *     ]
             */
            vocabulary: string[];
            /**
             * @description Public https URL that receives every finished call. Masked.
             * @example ••••••••well
             */
            webhookUrl: string | null;
            /**
             * @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed. Masked.
             * @example ••••••••KYo=
             */
            webhookSecret: string | null;
            /**
             * @description ServiceTitan tenant ID.
             * @example 987654321
             */
            serviceTitanTenant: string | null;
            /**
             * @description ServiceTitan client ID of this tenant.
             * @example cid.a1b2c3
             */
            serviceTitanClientId: string | null;
            /**
             * @description ServiceTitan client secret of this tenant. Masked.
             * @example ••••••••g7h8
             */
            serviceTitanClientSecret: string | null;
            /**
             * @description integration is for testing.
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment: "production" | "integration";
            /**
             * @description Where the note about a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are pulled from ServiceTitan automatically.
             * @example true
             */
            serviceTitanPollingEnabled: boolean;
            /**
             * @description Chat apps purchased with the team plan. Only administrators can change them here.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
            /**
             * Format: uuid
             * @example 7d1f3c52-1f0b-4a57-8f0e-3b6d9a2c4e10
             */
            id: string;
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /**
             * @description Addresses that get emails about other calls than the account, with the labels of these calls.
             * @example {
             *       "dana@reyes-hvac.example": [
             *         "negative"
             *       ]
             *     }
             */
            emailLabels: {
                [key: string]: ("positive" | "neutral" | "negative" | "needs_review")[];
            };
            /**
             * @description Addresses in emailAddress and overdueAddresses that get no emails about calls. waiting: they were asked to confirm by email. declined: they declined.
             * @example {
             *       "sam@example.com": "waiting"
             *     }
             */
            unconfirmedAddresses: {
                [key: string]: "waiting" | "declined";
            };
            /**
             * Format: date-time
             * @description When ServiceTitan was last checked for new calls.
             * @example 2026-03-31T14:05:00.000Z
             */
            lastPolledAt: string | null;
            /**
             * @description Days that the installation keeps recordings. Null: forever. Read-only.
             * @example 365
             */
            installationRecordingsDays: number | null;
            /**
             * @description Whether a language model writes summaries and follows the text of your guideline. Read-only.
             * @example true
             */
            hasWriter: boolean;
            /**
             * @description Days that the installation keeps transcripts. Null: forever. Read-only.
             * @example 730
             */
            installationTranscriptsDays: number | null;
            /**
             * @description Storage used by the account's recordings, in bytes. Read-only.
             * @example 3650722201
             */
            storedBytes: number;
            /**
             * @description Maximum storage in bytes: storageQuotaGb or the installation's. Null: no limit. Read-only.
             * @example 53687091200
             */
            storageLimitBytes: number | null;
            /**
             * @description Read-only.
             * @example sub_1a2b3c
             */
            stripeSubscriptionId: string | null;
            /**
             * @description Read-only.
             * @example cus_1a2b3c
             */
            stripeCustomerId: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            updatedAt: string;
        };
        ChangeMySettingsDto: {
            /**
             * @description Master switch. When off, new calls are accepted and skipped.
             * @example true
             */
            active?: boolean;
            /**
             * @description IANA time zone of dates and times in the app, alerts and exports. UTC until it is set.
             * @example America/New_York
             */
            timeZone?: string | null;
            /** @example true */
            slackEnabled?: boolean;
            /**
             * @description Channel ID, link or #name, which is stored in lowercase.
             * @example #calls
             */
            slackChannel?: string | null;
            /**
             * @description Bot token of the Slack app.
             * @example xoxb-1234567890-abcdefghij
             */
            slackBotToken?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            slackPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            slackNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            slackNegativeSentiment?: boolean;
            /** @example false */
            teamsEnabled?: boolean;
            /**
             * @description A label without further effect.
             * @example Dispatch
             */
            teamsTeamName?: string | null;
            /**
             * Format: uri
             * @description URL of a workflow that posts to the channel.
             * @example https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sig=e5f6
             */
            teamsWebhookUrl?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            teamsPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            teamsNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            teamsNegativeSentiment?: boolean;
            /** @example false */
            googleChatEnabled?: boolean;
            /**
             * Format: uri
             * @description Webhook URL of a space.
             * @example https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def
             */
            googleChatWebhookUrl?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            googleChatPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            googleChatNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            googleChatNegativeSentiment?: boolean;
            /** @example true */
            emailEnabled?: boolean;
            /**
             * @description Recipients, stored in lowercase and without duplicates.
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress?: string[];
            /**
             * @description Whether positive calls trigger an alert.
             * @example false
             */
            emailPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example false
             */
            emailNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            emailNegativeSentiment?: boolean;
            /**
             * @description Whether alerts and notes are sent about calls that need a listen. Such a call triggers an alert on every channel that is on for at least one label.
             * @example true
             */
            reviewAlertsEnabled?: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled?: boolean;
            /**
             * @description Minutes per month after which calls are skipped, if usageLimitEnabled is on.
             * @example 1000
             */
            monthlyMinuteLimit?: number;
            /** @example true */
            inboundCallsEnabled?: boolean;
            /**
             * @description Seconds. Shorter inbound calls are skipped.
             * @example 60
             */
            inboundMinCallTime?: number;
            /** @example true */
            outboundCallsEnabled?: boolean;
            /**
             * @description Seconds. Shorter outbound calls are skipped.
             * @example 90
             */
            outboundMinCallTime?: number;
            /**
             * @description Minutes after which processing stops, counted from the first start of the call.
             * @example 30
             */
            processingTimeoutMinutes?: number;
            /**
             * @description Calls processed at the same time. Administrators can set up to 100.
             * @example 5
             */
            maxConcurrentWorkflows?: number;
            /**
             * @description The customer's channel in two-channel recordings. auto derives it from the words; a call's own channel takes precedence.
             * @example auto
             * @enum {string}
             */
            customerChannel?: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong: surer ones are shown, the others need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. It applies to calls that are processed from then on. GET /api/checks/accuracy shows the effect.
             * @example one_in_20
             * @enum {string}
             */
            reviewTolerance?: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are removed from the words of calls that are processed from then on, before they are stored or sent, and replaced with [card number] and the like. transcript_and_audio: a tone also replaces them in the recording, which cannot be played before.
             * @example transcript_and_audio
             * @enum {string}
             */
            redaction?: "off" | "transcript" | "transcript_and_audio";
            /**
             * @description Whether [phone number] stands for phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hidePhoneNumbers?: boolean;
            /**
             * @description Whether [name] stands for names of customers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Names of agents stay.
             * @example false
             */
            hideNames?: boolean;
            /**
             * @description Whether [address] stands for street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hideAddresses?: boolean;
            /**
             * @description Minutes of business hours within which to call back an unhappy customer, or one who left a message.
             * @example 60
             */
            callBackWithinMinutes?: number;
            /**
             * @description Opening hours of the office in timeZone: seven days, Monday first. Null for closed days.
             * @example [
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       null,
             *       null
             *     ]
             */
            businessWeek?: ({
                from: string;
                until: string;
            } | null)[];
            /**
             * @description Days on which the office is closed, as YYYY-MM-DD.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays?: string[];
            /**
             * @description Whether alerts are sent about follow-ups that are overdue.
             * @example true
             */
            overdueAlertsEnabled?: boolean;
            /**
             * @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's.
             * @example [
             *       "manager@reyes-hvac.example"
             *     ]
             */
            overdueAddresses?: string[];
            /**
             * @description Whether the chats of the account get a short form of the weekly letter.
             * @example false
             */
            weeklyLetterChats?: boolean;
            /**
             * @description Names and words that occur in calls, most important first. Spellings that differ only in case count as one.
             * @example [
             *       "Cedar Creek Plumbing",
             *       "Kowalczyk"
             *     ]
             */
            vocabulary?: string[];
            /**
             * Format: uri
             * @description Public https URL that receives every finished call.
             * @example https://hooks.example.com/ringwell
             */
            webhookUrl?: string | null;
            /**
             * @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret?: string | null;
            /**
             * @description ServiceTitan tenant ID.
             * @example 987654321
             */
            serviceTitanTenant?: string | null;
            /**
             * @description ServiceTitan client ID of this tenant.
             * @example cid.a1b2c3
             */
            serviceTitanClientId?: string | null;
            /**
             * @description ServiceTitan client secret of this tenant.
             * @example cs1.a1b2c3d4e5f6g7h8
             */
            serviceTitanClientSecret?: string | null;
            /**
             * @description integration is for testing.
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /**
             * @description Where the note about a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are pulled from ServiceTitan automatically.
             * @example true
             */
            serviceTitanPollingEnabled?: boolean;
        };
        ChangeRetentionDto: {
            /**
             * @description Days to keep recordings after a call was received. The installation's apply if they are shorter. Null: the installation's. In the account, only owners can change it. Fewer days delete older recordings within the hour, which cannot be undone.
             * @example 90
             */
            recordingsRetentionDays?: number | null;
            /**
             * @description Days to keep transcripts and quotes; summaries and labels stay. Otherwise like recordingsRetentionDays.
             * @example 365
             */
            transcriptsRetentionDays?: number | null;
        };
        ChangeEmailAddressesDto: {
            /**
             * @description Added at the end.
             * @example [
             *       "sam@reyes-hvac.example"
             *     ]
             */
            add?: string[];
            /**
             * @description Removed, with their own labels.
             * @example []
             */
            remove?: string[];
        };
        AskAddressDto: {
            /**
             * Format: email
             * @description A waiting address in emailAddress or overdueAddresses.
             * @example dana@reyes-hvac.example
             */
            address: string;
        };
        EmailLabelsDto: {
            /**
             * Format: email
             * @description One of the addresses in emailAddress.
             * @example dana@reyes-hvac.example
             */
            address: string;
            /**
             * @description The calls about which this address gets emails. Null: those of the account.
             * @example [
             *       "negative"
             *     ]
             */
            labels: ("positive" | "neutral" | "negative" | "needs_review")[] | null;
        };
        ChangeVocabularyDto: {
            /**
             * @description Added in front.
             * @example [
             *       "Kowalczyk"
             *     ]
             */
            add?: string[];
            /**
             * @description Removed, regardless of letter case.
             * @example []
             */
            remove?: string[];
        };
        WebhookSecretDto: {
            /**
             * @description Store it now: from now on it is only shown masked.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret: string;
        };
        ChangeAccountSettingsDto: {
            /**
             * @description Master switch. When off, new calls are accepted and skipped.
             * @example true
             */
            active?: boolean;
            /**
             * @description IANA time zone of dates and times in the app, alerts and exports. UTC until it is set.
             * @example America/New_York
             */
            timeZone?: string | null;
            /** @example true */
            slackEnabled?: boolean;
            /**
             * @description Channel ID, link or #name, which is stored in lowercase.
             * @example #calls
             */
            slackChannel?: string | null;
            /**
             * @description Bot token of the Slack app.
             * @example xoxb-1234567890-abcdefghij
             */
            slackBotToken?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            slackPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            slackNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            slackNegativeSentiment?: boolean;
            /** @example false */
            teamsEnabled?: boolean;
            /**
             * @description A label without further effect.
             * @example Dispatch
             */
            teamsTeamName?: string | null;
            /**
             * Format: uri
             * @description URL of a workflow that posts to the channel.
             * @example https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sig=e5f6
             */
            teamsWebhookUrl?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            teamsPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            teamsNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            teamsNegativeSentiment?: boolean;
            /** @example false */
            googleChatEnabled?: boolean;
            /**
             * Format: uri
             * @description Webhook URL of a space.
             * @example https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def
             */
            googleChatWebhookUrl?: string | null;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            googleChatPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            googleChatNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            googleChatNegativeSentiment?: boolean;
            /** @example true */
            emailEnabled?: boolean;
            /**
             * @description Recipients, stored in lowercase and without duplicates.
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress?: string[];
            /**
             * @description Whether positive calls trigger an alert.
             * @example false
             */
            emailPositiveSentiment?: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example false
             */
            emailNeutralSentiment?: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            emailNegativeSentiment?: boolean;
            /**
             * @description Whether alerts and notes are sent about calls that need a listen. Such a call triggers an alert on every channel that is on for at least one label.
             * @example true
             */
            reviewAlertsEnabled?: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled?: boolean;
            /**
             * @description Minutes per month after which calls are skipped, if usageLimitEnabled is on.
             * @example 1000
             */
            monthlyMinuteLimit?: number;
            /** @example true */
            inboundCallsEnabled?: boolean;
            /**
             * @description Seconds. Shorter inbound calls are skipped.
             * @example 60
             */
            inboundMinCallTime?: number;
            /** @example true */
            outboundCallsEnabled?: boolean;
            /**
             * @description Seconds. Shorter outbound calls are skipped.
             * @example 90
             */
            outboundMinCallTime?: number;
            /**
             * @description Minutes after which processing stops, counted from the first start of the call.
             * @example 30
             */
            processingTimeoutMinutes?: number;
            /**
             * @description Calls processed at the same time. Administrators can set up to 100.
             * @example 5
             */
            maxConcurrentWorkflows?: number;
            /**
             * @description Storage quota for the account's recordings in GB. Null: the installation's quota. Only administrators can change it.
             * @example 50
             */
            storageQuotaGb?: number | null;
            /**
             * @description Days to keep recordings after a call was received. The installation's apply if they are shorter. Null: the installation's. In the account, only owners can change it. Fewer days delete older recordings within the hour, which cannot be undone.
             * @example 90
             */
            recordingsRetentionDays?: number | null;
            /**
             * @description Days to keep transcripts and quotes; summaries and labels stay. Otherwise like recordingsRetentionDays.
             * @example 365
             */
            transcriptsRetentionDays?: number | null;
            /**
             * @description The customer's channel in two-channel recordings. auto derives it from the words; a call's own channel takes precedence.
             * @example auto
             * @enum {string}
             */
            customerChannel?: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong: surer ones are shown, the others need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. It applies to calls that are processed from then on. GET /api/checks/accuracy shows the effect.
             * @example one_in_20
             * @enum {string}
             */
            reviewTolerance?: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are removed from the words of calls that are processed from then on, before they are stored or sent, and replaced with [card number] and the like. transcript_and_audio: a tone also replaces them in the recording, which cannot be played before.
             * @example transcript_and_audio
             * @enum {string}
             */
            redaction?: "off" | "transcript" | "transcript_and_audio";
            /**
             * @description Whether [phone number] stands for phone numbers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hidePhoneNumbers?: boolean;
            /**
             * @description Whether [name] stands for names of customers in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort. Names of agents stay.
             * @example false
             */
            hideNames?: boolean;
            /**
             * @description Whether [address] stands for street addresses in chat and email, which includes digests and weekly letters. ServiceTitan, webhooks and exports keep them. Best effort.
             * @example false
             */
            hideAddresses?: boolean;
            /**
             * @description Minutes of business hours within which to call back an unhappy customer, or one who left a message.
             * @example 60
             */
            callBackWithinMinutes?: number;
            /**
             * @description Opening hours of the office in timeZone: seven days, Monday first. Null for closed days.
             * @example [
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       {
             *         "from": "08:00",
             *         "until": "17:00"
             *       },
             *       null,
             *       null
             *     ]
             */
            businessWeek?: ({
                from: string;
                until: string;
            } | null)[];
            /**
             * @description Days on which the office is closed, as YYYY-MM-DD.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays?: string[];
            /**
             * @description Whether alerts are sent about follow-ups that are overdue.
             * @example true
             */
            overdueAlertsEnabled?: boolean;
            /**
             * @description Addresses that get emails about overdue follow-ups in addition to the account's channels, such as a manager's.
             * @example [
             *       "manager@reyes-hvac.example"
             *     ]
             */
            overdueAddresses?: string[];
            /**
             * @description Whether the chats of the account get a short form of the weekly letter.
             * @example false
             */
            weeklyLetterChats?: boolean;
            /**
             * @description Names and words that occur in calls, most important first. Spellings that differ only in case count as one.
             * @example [
             *       "Cedar Creek Plumbing",
             *       "Kowalczyk"
             *     ]
             */
            vocabulary?: string[];
            /**
             * Format: uri
             * @description Public https URL that receives every finished call.
             * @example https://hooks.example.com/ringwell
             */
            webhookUrl?: string | null;
            /**
             * @description Signs callbacks and webhooks (Standard Webhooks). Without a secret they are not signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret?: string | null;
            /**
             * @description ServiceTitan tenant ID.
             * @example 987654321
             */
            serviceTitanTenant?: string | null;
            /**
             * @description ServiceTitan client ID of this tenant.
             * @example cid.a1b2c3
             */
            serviceTitanClientId?: string | null;
            /**
             * @description ServiceTitan client secret of this tenant.
             * @example cs1.a1b2c3d4e5f6g7h8
             */
            serviceTitanClientSecret?: string | null;
            /**
             * @description integration is for testing.
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /**
             * @description Where the note about a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are pulled from ServiceTitan automatically.
             * @example true
             */
            serviceTitanPollingEnabled?: boolean;
            /**
             * @description Chat apps purchased with the team plan. Only administrators can change them here.
             * @example [
             *       "slack"
             *     ]
             */
            addOns?: ("slack" | "teams" | "googleChat")[];
        };
        RetentionPreviewDto: {
            /**
             * @description Calls whose recordings would be deleted.
             * @example 214
             */
            recordings: number;
            /**
             * @description Calls whose transcripts would be deleted.
             * @example 12
             */
            transcripts: number;
        };
        ConnectionUnavailableDto: {
            /**
             * @description ADD_ON_MISSING: the account can buy the add-on. Any other code: only the operator can fix it.
             * @example ADD_ON_MISSING
             * @enum {string}
             */
            code: "ADD_ON_MISSING" | "MAIL_UNAVAILABLE" | "SERVICETITAN_UNAVAILABLE";
            /** @example Your plan doesn't include team chat. Add it to get recaps in Slack, Microsoft Teams and Google Chat. */
            message: string;
        };
        ConnectionErrorDto: {
            /** @example SLACK_TOKEN_REVOKED */
            code: string;
            /**
             * @description What happened, and what to do.
             * @example The Slack bot token was revoked. Enter a new one.
             */
            message: string;
            /**
             * @description The destination that failed.
             * @example #calls
             */
            destination: string;
            /**
             * @description Whether it needs action. Otherwise it is retried automatically.
             * @example true
             */
            isPermanent: boolean;
            /**
             * Format: date-time
             * @example 2026-03-31T14:12:42.310Z
             */
            failedAt: string;
        };
        ConnectionDto: {
            /**
             * @example slack
             * @enum {string}
             */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            /**
             * @description Whether every setting that the channel requires is set.
             * @example true
             */
            isConnected: boolean;
            /**
             * @description What to add to connect the channel, as a sentence.
             * @example null
             */
            missing: string | null;
            /**
             * @description Where messages go: email addresses, or the name of a chat channel.
             * @example [
             *       "#calls"
             *     ]
             */
            destinations: string[];
            /** @description Why the channel cannot be used, regardless of its settings. */
            unavailable: components["schemas"]["ConnectionUnavailableDto"] | null;
            /**
             * Format: date-time
             * @description When a message last arrived.
             * @example 2026-03-31T14:12:42.310Z
             */
            lastSuccessAt: string | null;
            /** @description The latest error at a destination that has had no success since. */
            error: components["schemas"]["ConnectionErrorDto"] | null;
            /**
             * Format: date-time
             * @description Set after many failures in a row: nothing is sent before this time.
             * @example null
             */
            pausedUntil: string | null;
            /**
             * @description Destinations that unsubscribed and receive no email.
             * @example []
             */
            unsubscribed: string[];
        };
        TestErrorDto: {
            /** @example SLACK_CHANNEL_NOT_FOUND */
            code: string;
            /** @example Slack has no channel with this name. Check it in the settings. */
            message: string;
        };
        TestResultDto: {
            /** @example #calls */
            destination: string;
            /**
             * @example sent
             * @enum {string}
             */
            state: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            error: components["schemas"]["TestErrorDto"] | null;
        };
        ConnectionTestDto: {
            /**
             * @example slack
             * @enum {string}
             */
            channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            /**
             * @description failed if at least one destination failed; waiting if the outcome is not known yet.
             * @example sent
             * @enum {string}
             */
            outcome: "sent" | "failed" | "waiting";
            /**
             * @description The outcome as a sentence.
             * @example A test message was posted to #calls.
             */
            message: string;
            /** @description One per destination. */
            results: components["schemas"]["TestResultDto"][];
        };
        ProfileSettingsDto: {
            /**
             * @description Master switch. When off, new calls are accepted and skipped.
             * @example true
             */
            active: boolean;
            /** @example true */
            slackEnabled: boolean;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            slackPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            slackNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            slackNegativeSentiment: boolean;
            /** @example false */
            teamsEnabled: boolean;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            teamsPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            teamsNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            teamsNegativeSentiment: boolean;
            /** @example false */
            googleChatEnabled: boolean;
            /**
             * @description Whether positive calls trigger an alert.
             * @example true
             */
            googleChatPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example true
             */
            googleChatNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            googleChatNegativeSentiment: boolean;
            /** @example true */
            emailEnabled: boolean;
            /**
             * @description Whether positive calls trigger an alert.
             * @example false
             */
            emailPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls trigger an alert.
             * @example false
             */
            emailNeutralSentiment: boolean;
            /**
             * @description Whether negative calls trigger an alert.
             * @example true
             */
            emailNegativeSentiment: boolean;
            /**
             * @description Whether alerts and notes are sent about calls that need a listen. Such a call triggers an alert on every channel that is on for at least one label.
             * @example true
             */
            reviewAlertsEnabled: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled: boolean;
            /**
             * @description Minutes per month after which calls are skipped, if usageLimitEnabled is on.
             * @example 1000
             */
            monthlyMinuteLimit: number;
            /** @example true */
            inboundCallsEnabled: boolean;
            /**
             * @description Seconds. Shorter inbound calls are skipped.
             * @example 60
             */
            inboundMinCallTime: number;
            /** @example true */
            outboundCallsEnabled: boolean;
            /**
             * @description Seconds. Shorter outbound calls are skipped.
             * @example 90
             */
            outboundMinCallTime: number;
            /**
             * @description Minutes after which processing stops, counted from the first start of the call.
             * @example 30
             */
            processingTimeoutMinutes: number;
            /**
             * @description Calls processed at the same time. Administrators can set up to 100.
             * @example 5
             */
            maxConcurrentWorkflows: number;
            /**
             * @description The customer's channel in two-channel recordings. auto derives it from the words; a call's own channel takes precedence.
             * @example auto
             * @enum {string}
             */
            customerChannel: "auto" | "left" | "right";
            /**
             * @description How often labels may be wrong: surer ones are shown, the others need a listen. one_in_20: wrong in at most 1 of 20 calls, measured with the account's checked calls once there are 50. It applies to calls that are processed from then on. GET /api/checks/accuracy shows the effect.
             * @example one_in_20
             * @enum {string}
             */
            reviewTolerance: "standard" | "one_in_10" | "one_in_20" | "one_in_50";
            /**
             * @description transcript: payment cards, Social Security and bank numbers, passwords and one-time codes are removed from the words of calls that are processed from then on, before they are stored or sent, and replaced with [card number] and the like. transcript_and_audio: a tone also replaces them in the recording, which cannot be played before.
             * @example transcript_and_audio
             * @enum {string}
             */
            redaction: "off" | "transcript" | "transcript_and_audio";
            /**
             * @description Where the note about a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are pulled from ServiceTitan automatically.
             * @example true
             */
            serviceTitanPollingEnabled: boolean;
            /**
             * @description Chat apps purchased with the team plan. Only administrators can change them here.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
        };
        ProfileDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            userId: string;
            /**
             * @description Null if the sign-in provider returns none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /**
             * @description First and last name.
             * @example Dana Reyes
             */
            name: string | null;
            /** @example Reyes HVAC */
            company: string | null;
            /**
             * @description Calls from demo accounts are rejected.
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * @description Whether the account is enabled. When false, its tokens do not work.
             * @example true
             */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Usage months start on this day unless there is a subscription.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
            /**
             * @description ServiceTitan tenant ID.
             * @example 987654321
             */
            serviceTitanTenant: string | null;
            settings: components["schemas"]["ProfileSettingsDto"];
        };
        AlertResponseDto: {
            /**
             * @description `decline`: no alerts, and the address is not asked again.
             * @example confirm
             * @enum {string}
             */
            response: "confirm" | "decline";
        };
        PublicConfigDto: {
            /**
             * @description Display name.
             * @example Ringwell
             */
            productName: string;
            /**
             * Format: email
             * @example support@ringwell.example
             */
            supportEmail: string;
            /** @example (555) 010-0199 */
            supportPhone: string;
            /**
             * Format: uri
             * @description Privacy policy.
             * @example https://ringwell.example/privacy
             */
            privacyUrl: string | null;
            /**
             * Format: uri
             * @description Terms of service.
             * @example https://ringwell.example/terms
             */
            termsUrl: string | null;
            /**
             * @description Whether plans can be purchased.
             * @example true
             */
            billingEnabled: boolean;
            /**
             * @description Maximum recording size, in MB of 1024 × 1024 bytes.
             * @example 50
             */
            maxUploadMb: number;
            /**
             * @description Number of recordings a demo account can upload.
             * @example 5
             */
            demoUploadLimit: number;
            /**
             * @description Minimum length of new passwords, in characters.
             * @example 6
             */
            passwordMinLength: number;
        };
        StartCheckoutDto: {
            /**
             * @description team is base plus team chat notifications.
             * @example team
             * @enum {string}
             */
            plan: "base" | "team";
            /**
             * @description Chat apps of the team plan, at least one. Empty for base.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
        };
        CheckoutDto: {
            /**
             * Format: uri
             * @description Page of the payment provider. Redirect the browser to it.
             * @example https://checkout.stripe.com/c/pay/cs_test_a1b2c3
             */
            url: string;
        };
        CheckoutSessionDto: {
            /**
             * @description Recipient of the confirmation; null until the payment is complete.
             * @example dana@reyes-hvac.example
             */
            customer_email: string | null;
        };
        SubscriptionDto: {
            /**
             * @description Status at Stripe: active, trialing, past_due (a payment is due, access continues), unpaid, canceled, incomplete, incomplete_expired or paused. Null without a subscription.
             * @example active
             */
            status: string | null;
            /**
             * @description Null unless it is active, trialing or past_due.
             * @example team
             * @enum {string|null}
             */
            plan: "base" | "team" | null;
            /**
             * @description Add-ons that the account can use.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
            /**
             * Format: date-time
             * @description End of the paid billing period.
             * @example 2026-12-20T09:30:00.000Z
             */
            currentPeriodEnd: string | null;
            /**
             * @description Whether POST /api/billing/portal can be used.
             * @example true
             */
            canManage: boolean;
        };
        PortalDto: {
            /**
             * Format: uri
             * @description Page of the payment provider. Redirect the browser to it.
             * @example https://billing.stripe.com/p/session/test_a1b2c3
             */
            url: string;
        };
        ReceivedEventDto: {
            /** @example true */
            received: boolean;
        };
        MailSubscriptionDto: {
            /** @example dana@reyes-hvac.example */
            address: string;
            /**
             * @description Whether the address gets email from the account.
             * @example false
             */
            isSubscribed: boolean;
            /**
             * @description The same as a sentence.
             * @example dana@reyes-hvac.example won't get call emails from Reyes HVAC anymore.
             */
            message: string;
        };
        UnsubscribeFormDto: {
            /**
             * @description Sent by email apps (RFC 8058).
             * @example One-Click
             */
            "List-Unsubscribe"?: string;
            /**
             * @description `subscribe` resubscribes.
             * @example unsubscribe
             * @enum {string}
             */
            action?: "unsubscribe" | "subscribe";
        };
        JsonRpcErrorDto: {
            /** @example -32700 */
            code: number;
            /** @example The body is not valid JSON in UTF-8. Check the quotes, commas and brackets. */
            message: string;
        };
        McpErrorDto: {
            /**
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @example null */
            id: string | null;
            error: components["schemas"]["JsonRpcErrorDto"];
        };
        McpMessageDto: {
            /**
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /**
             * @description Missing in notifications.
             * @example 1
             */
            id?: number;
            /** @example tools/list */
            method: string;
            /** @example {} */
            params?: {
                [key: string]: unknown;
            };
        };
        McpResponseDto: {
            /**
             * @example 2.0
             * @enum {string}
             */
            jsonrpc: "2.0";
            /** @example 1 */
            id: number;
            /**
             * @example {
             *       "tools": []
             *     }
             */
            result: {
                [key: string]: unknown;
            };
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
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignIn: {
        parameters: {
            query?: {
                /** @description With true, signed-in users sign in again, to confirm their identity. */
                again?: unknown;
                /** @description With true, visitors get the page to sign up instead of the password page. */
                signUp?: unknown;
                /** @description Page of the web app to open afterwards. Other values count as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The password page, if no provider is configured. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the provider; signed-in users to the requested page. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The sign-in provider sent an invalid response. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The sign-in provider or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            /** @description The signed-in user. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description For forms: redirects to the requested page, or to the second step. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is missing or unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Wrong email or password, or two-step verification is on (`SECOND_FACTOR_REQUIRED`). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignInToo: {
        parameters: {
            query?: {
                /** @description Page of the web app to open afterwards. Other values count as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The password page, if no provider is configured. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the provider; signed-in users to the requested page. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The sign-in provider sent an invalid response. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The sign-in provider or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    openLocalSignIn: {
        parameters: {
            query?: {
                /** @description Page of the web app to open afterwards. Other values count as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The password page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    signInLocally: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SignInDto"];
            };
        };
        responses: {
            /** @description The signed-in user. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description For forms: redirects to the requested page, or to the second step. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is missing or unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Wrong email or password, or two-step verification is on (`SECOND_FACTOR_REQUIRED`). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSecondStep: {
        parameters: {
            query?: {
                /** @description Requested factor: passkey, app or recovery. By default the first of these that the user has. */
                method?: unknown;
                /** @description Page of the web app to open afterwards. Other values count as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the sign-in page if the right password was not entered in the last minutes. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    signInWithCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondStepDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SecondStepDto"];
            };
        };
        responses: {
            /** @description The signed-in user. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description For forms: redirects to the requested page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is missing or unknown, or the sign-in took too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The code is wrong or was already used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site, or passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description The right password was not entered in this browser, or it took too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site, or passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    signInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyStepDto"];
                "application/x-www-form-urlencoded": components["schemas"]["PasskeyStepDto"];
            };
        };
        responses: {
            /** @description The signed-in user. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description For forms: redirects to the requested page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is missing or unknown, or the sign-in took too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The passkey is refused. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site, or passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignInLink: {
        parameters: {
            query?: {
                /** @description Token from the link. */
                token?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page with the button. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired or was already used. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    signInWithLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SignInLinkDto"];
            };
        };
        responses: {
            /** @description Signed in. The response sets the session cookie. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description For forms: redirects to /. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The link has expired or was already used. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the provider, which redirects back, or to /. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    finishSignIn: {
        parameters: {
            query?: {
                /** @description Error code sent instead of a code. */
                error?: unknown;
                state?: unknown;
                code?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in. Redirects to the requested page. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The sign-in has expired, was already used, or started in another browser. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Canceled at the provider, the account is disabled, or an administrator must confirm with the password first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description No sign-in provider is configured. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The provider sent an invalid response. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The provider or the database is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
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
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The new password is too short, too long or easy to guess, or the current one is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or are setting a first password and have not signed in recently. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The password was changed or this session ended at the same time. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    updateMyAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is unknown or invalid, or there is none. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listMySessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    endMyOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    endMySession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description No session of yours has this ID. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getConfirmationMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The password, the code or the passkey is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no password, or it was changed or the session ended at the same time. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startPasskeyConfirmation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no passkey, or the account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getMySecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startTotpSetup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have an authenticator app, or no password. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Without another factor, the recovery codes are deleted, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no second factor, or the account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It is your only factor, and administrators must have one here. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    activateTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The code is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description No setup has been started. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no second factor, or the account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startPasskeySetup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no password or 10 passkeys, or passkeys do not work at this address. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing, or the passkey is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no password or 10 passkeys, or passkeys do not work at this address. Or it exists. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. Without another factor, the recovery codes are deleted, too. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user, or have to confirm who you are (`REAUTHENTICATION_REQUIRED`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You have no such passkey, or the account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It is your only factor, and administrators must have one here. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignUp: {
        parameters: {
            query?: {
                /** @description Page of the web app to open afterwards. Other values count as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form, or who creates accounts here. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the sign-in, where a provider creates the account. */
            302: {
                headers: {
                    /** @description Redirect target. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpDto"];
                "application/x-www-form-urlencoded": components["schemas"]["SignUpDto"];
            };
        };
        responses: {
            /** @description What to do next. Forms get a page that says so. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpResultDto"];
                };
            };
            /** @description A field is missing, invalid or unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Visitors cannot sign up here, or the request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openSignUpConfirmation: {
        parameters: {
            query?: {
                /** @description Token from the link in the email. */
                token?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form that confirms the address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired or was already used. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    confirmSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmSignUpDto"];
                "application/x-www-form-urlencoded": components["schemas"]["ConfirmSignUpDto"];
            };
        };
        responses: {
            /** @description The signed-in user. The response sets the session cookie. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description For forms: redirects to the requested page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The link has expired or was already used. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Wrong password. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Visitors cannot sign up here, or the request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openForgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form or, without a mail server, whom to ask. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordDto"];
                "application/x-www-form-urlencoded": components["schemas"]["ForgotPasswordDto"];
            };
        };
        responses: {
            /** @description The response is the same for every address. Forms get a page that says so. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordResultDto"];
                };
            };
            /** @description The email address is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description No mail server is set up. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openPasswordReset: {
        parameters: {
            query?: {
                /** @description Token from the link in the email. */
                token?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired or was already used. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordDto"];
                "application/x-www-form-urlencoded": components["schemas"]["ResetPasswordDto"];
            };
        };
        responses: {
            /** @description The password was changed. Forms get a page that says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The password is too short or too long, or the link no longer works. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getLiveness: {
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
                    "application/json": components["schemas"]["LivenessDto"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Calls are accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessDto"];
                };
            };
            /** @description PostgreSQL or the storage is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessDto"];
                };
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
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getSystemHealth: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Responds even if something is unavailable; the response says what. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealthDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The database is unavailable, so the session can't be checked. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    submitCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, unique to each call. Makes it safe to repeat a request whose response was lost. */
                "Idempotency-Key"?: string;
            };
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
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
                "application/json": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA, up to 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
            };
        };
        responses: {
            /** @description The call is stored and will be processed. */
            202: {
                headers: {
                    /** @description Where to get the state and the result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
            /** @description A field, the form or the Idempotency-Key is invalid, or the recording is missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account's storage is full, or the call was deleted. Nothing was stored. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording is larger than 50 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not in a supported format, or the request is neither a form nor JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The Idempotency-Key was used for another call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getCall: {
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
                    "application/json": components["schemas"]["CallDto"];
                };
            };
            /** @description The token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deleteSubmittedCall: {
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
                    "application/json": components["schemas"]["DeletedCallDto"];
                };
            };
            /** @description The token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token is read-only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listRecentCalls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getProcessingTime: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description One or more of positive, neutral, negative, needs_review, separated by commas. needs_review finds the calls whose sentiment is only a guess, which the other labels exclude. */
                sentiment?: string;
                /** @description One or more of no_show, delay, quality, price, billing, communication, rudeness, praise, booking, other, separated by commas. */
                topic?: string;
                /** @description One or more of received, queued, released, running, completed, skipped, failed, timed_out, separated by commas. */
                state?: string;
                direction?: "inbound" | "outbound";
                /** @description ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found. */
                agent?: string;
                /** @description ID of a customer: calls with any of their numbers. */
                customer?: string;
                /** @description 1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only calls with a label. */
                weekday?: number;
                /** @description 9 for 9:00 to 9:59, like weekday. */
                hour?: number;
                /** @description Calls on or after this date or time, in ISO 8601. Dates are in the time zone of the account, times in UTC unless a time zone is given. */
                from?: string;
                /** @description Calls up to the end of this date, or before this time. */
                to?: string;
                /** @description Calls of today, or of the last 7 or 30 days including today, in the account's time zone. */
                range?: "today" | "7d" | "30d";
                /** @description The time that from, to and the order refer to. startedAt is the time of receipt for calls whose sender sent none, or one in the future. */
                time?: "startedAt" | "receivedAt";
                /** @description Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: "leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. Numbers are found in any notation, phone numbers also by a part of them. If no call has all words, the last one is treated as the beginning of a word, and finally the search as a misspelled name. */
                search?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Calls per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    uploadCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, unique to each call. Makes it safe to repeat a request whose response was lost. */
                "Idempotency-Key"?: string;
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
                "application/json": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR, AAC or WMA, up to 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
            };
        };
        responses: {
            /** @description The call is stored and will be processed. */
            202: {
                headers: {
                    /** @description Where to get the state and the result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
            /** @description A field, the form or the Idempotency-Key is invalid, or the recording is missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account's storage is full, or the call was deleted. Nothing was stored. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording is larger than 50 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not in a supported format, or the request is neither a form nor JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The Idempotency-Key was used for another call. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                /** @description One or more of positive, neutral, negative, needs_review, separated by commas. needs_review finds the calls whose sentiment is only a guess, which the other labels exclude. */
                sentiment?: string;
                /** @description One or more of no_show, delay, quality, price, billing, communication, rudeness, praise, booking, other, separated by commas. */
                topic?: string;
                /** @description One or more of received, queued, released, running, completed, skipped, failed, timed_out, separated by commas. */
                state?: string;
                direction?: "inbound" | "outbound";
                /** @description ID of an agent. If the agent is matched to a member, the calls of all agents matched to that member are found. */
                agent?: string;
                /** @description ID of a customer: calls with any of their numbers. */
                customer?: string;
                /** @description 1 for Monday to 7 for Sunday: the day on which the call took place, in the account's time zone. Finds only calls with a label. */
                weekday?: number;
                /** @description 9 for 9:00 to 9:59, like weekday. */
                hour?: number;
                /** @description Calls on or after this date or time, in ISO 8601. Dates are in the time zone of the account, times in UTC unless a time zone is given. */
                from?: string;
                /** @description Calls up to the end of this date, or before this time. */
                to?: string;
                /** @description Calls of today, or of the last 7 or 30 days including today, in the account's time zone. */
                range?: "today" | "7d" | "30d";
                /** @description The time that from, to and the order refer to. startedAt is the time of receipt for calls whose sender sent none, or one in the future. */
                time?: "startedAt" | "receivedAt";
                /** @description Words in the transcript, summary, customer's name, phone numbers or your IDs, in any order and form: "leaking" finds "leaks". "Quoted phrases", words joined by or, and -excluded words work as in web searches. Numbers are found in any notation, phone numbers also by a part of them. If no call has all words, the last one is treated as the beginning of a word, and finally the search as a misspelled name. */
                search?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Your sign-in is older than 15 minutes. Tokens need none. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getOwnCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description removeNotes is neither true nor false. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can delete calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    correctCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The call after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
            /** @description A detail is invalid, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description discardEdits is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or call processing is turned off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call is being processed, is a demo call, or its recording is no longer stored. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    swapSpeakers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or call processing is turned off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call is being processed, is a demo call, or its transcript has been deleted. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The transcript does not distinguish agent and customer. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    restoreCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can restore calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call was not deleted, or was deleted more than 30 seconds ago. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                /** @description Takes precedence over the Accept header. text returns a file to download. */
                format?: "json" | "text";
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Unknown format. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found, or its transcript does not exist yet or has been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    correctTranscript: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The transcript after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptDto"];
                };
            };
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found, or its transcript does not exist yet or has been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The transcript does not contain these words. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    correctLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The call after the correction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
            /** @description A field is missing or invalid, or this is the original label. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot correct calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call has no label yet, or another user has corrected it in the meantime. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    undoCorrection: {
        parameters: {
            query?: {
                /** @description correctedAt of the correction to undo. If the call was corrected again in between, the response is 409. If omitted, any correction is undone. */
                replaces?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The time is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot correct calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call has no label yet, or another user has corrected it again. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    editWords: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The call after the edit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
            /** @description A text is empty or too long, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot edit calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call has no result yet, needs no follow-up, or another user has edited it in the meantime. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    writeWords: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words are being written. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullCallDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot do this, the account is a demo account, or call processing is turned off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no language model, no result, no transcript, or the transcript is too bad. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getCallAudio: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single part of the recording. */
                Range?: string;
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole recording; if browsers can't play it, a copy as AAC in M4A. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The requested part. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found, or its recording was never saved or has been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Card numbers and other secrets in the recording must be replaced with a tone first. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The requested range starts after the end of the recording. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listCallShares: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    shareCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The link. Its address is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSharedLinkDto"];
                };
            };
            /** @description A field is missing or invalid, or the clip lies outside the recording. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or a link to the whole call for 30 days requires a sign-in of the last 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call has no result yet, or no recording to take a clip from. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    revokeCallShare: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call or link not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
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
            /** @description The link doesn't work: it is unknown, has expired or was revoked, or its call or account is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description The link doesn't work: it is unknown, has expired or was revoked, or its call or account is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getSharedCallAudio: {
        parameters: {
            query?: never;
            header?: {
                /** @description A single part of the recording. */
                Range?: string;
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole recording or clip. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The requested part. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The link doesn't work: it is unknown, has expired or was revoked, or its call or account is gone. Or it shares no recording, or the recording has been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Card numbers and other secrets in the recording must be replaced with a tone first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The requested range starts after the end of the recording. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listSavedFilters: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    saveFilter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing, unknown or invalid, or there is no filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The name is taken, or there are 20 filters. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    replaceFilter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing, unknown or invalid, or there is no filter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Filter not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The name is taken. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deleteFilter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Filter not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    drawChecks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot check calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    answerCheck: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The answer is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot check calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call was not found, or not drawn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call was already checked or skipped. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    skipCheck: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The reason is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Viewers cannot check calls. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call was not drawn. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call was already checked or skipped. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getAccuracy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportCheckedCalls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only, with a sign-in of the last 15 minutes. Tokens need none. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listFollowUps: {
        parameters: {
            query?: {
                /** @description waiting: customers to call back, most urgent first. closed: done or dismissed, latest first. By default waiting, or all with customer, call or callback. */
                show?: "waiting" | "snoozed" | "closed";
                kind?: "unhappy" | "rule" | "promise" | "voicemail" | "review";
                /** @description me, none, or the user ID of a member. */
                assignee?: string;
                /** @description true: only overdue ones. */
                overdue?: boolean;
                customerId?: string;
                /** @description The follow-up that a call has joined or settled. */
                callId?: string;
                /** @description Callback result as in the happiness report, without dismissed follow-ups. in_time, late: called back before or after it was due. waiting: still to be called back. never: closed without a callback. recovered: happy again. */
                callback?: "all" | "in_time" | "late" | "waiting" | "never" | "recovered";
                /** @description Opened by a call on or after this date or time, in ISO 8601. Dates are in the time zone of the account. */
                openedFrom?: string;
                /** @description Opened by a call up to the end of this date, or before this time. */
                openedTo?: string;
                /** @description Direction of the deciding call. */
                direction?: "inbound" | "outbound";
                /** @description ID of the agent of that call, or of another one matched to the same member. */
                agent?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Follow-ups per page. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    countFollowUps: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getFollowUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Follow-up not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeFollowUp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The follow-up after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpDetailsDto"];
                };
            };
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no such follow-up or member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It has changed in the meantime. The message says who did what. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listChangedFollowUps: {
        parameters: {
            query?: {
                kind?: "unhappy" | "rule" | "promise" | "voicemail" | "review";
                /** @description me, none, or the user ID of a member. */
                assignee?: string;
                customerId?: string;
                /** @description The follow-up that a call has joined or settled. */
                callId?: string;
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeFollowUpByToken: {
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
            /** @description The follow-up after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowUpDetailsDto"];
                };
            };
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token is missing or invalid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no such follow-up or member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It has changed in the meantime. The message says who did what. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openFollowUpLink: {
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
            /** @description Whom to call back, with a button to take it, or who was first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or the follow-up was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    takeFollowUpByLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeFollowUpDto"];
                "application/x-www-form-urlencoded": components["schemas"]["TakeFollowUpDto"];
            };
        };
        responses: {
            /** @description The follow-up is taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The name is missing. The link has expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or the follow-up was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link was used before, or the follow-up is closed or taken. The message says by whom and when. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listFollowUpDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Follow-up not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Message not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The message is already sending, or the transcript of its call was deleted under the retention policy. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description A part of the name, or of a phone number in any notation. */
                search?: string;
                /** @description recent: latest call first. calls: most calls in 90 days first. risk: at risk first. name: A to Z. */
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
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Customer not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    renameCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The customer after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
            /** @description The name is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Customer not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    mergeCustomers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The customer after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDetailsDto"];
                };
            };
            /** @description It is the same customer. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description One of the customers was not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    splitCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The customer does not have this number, or has no other. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Customer not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    countErasableCalls: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Neither a customer nor a phone number was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can erase customers. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Customer not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Neither a customer nor a phone number was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can erase customers. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Customer not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This customer is already being erased. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can erase customers. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can erase customers. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Receipt not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can export everything. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can export everything. Or you must confirm your identity, or it is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Another export is under way. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    downloadExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Resumes a download. */
                Range?: string;
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description The requested part. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can export everything. Or you must confirm your identity, or it is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Export not found, or its file is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The export isn't ready yet. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The requested range starts after the end of the file. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export and its file are gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only owners can export everything. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Export not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    uploadDemo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Processing takes longer. */
            202: {
                headers: {
                    /** @description Where to get the state and the result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoPendingDto"];
                };
            };
            /** @description The form is malformed, has other fields, or the recording is missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is not a demo account, or it has no uploads left. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account's storage is full. Nothing was stored. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is larger than 50 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not audio, judging by its declared type or its contents. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording could not be analyzed; the message says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    uploadTrial: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Processing takes longer. */
            202: {
                headers: {
                    /** @description Where to get the state and the result. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoPendingDto"];
                };
            };
            /** @description The form is malformed, has other fields, or the recording is missing. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account's storage is full. Nothing was stored. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is larger than 50 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not audio, judging by its declared type or its contents. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording could not be analyzed; the message says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getDemoJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Demo call not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getDemoUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The message is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The database is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    markContactMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Message not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing, unknown or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description That email is already in use. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is unknown or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description That email is already in use, this is the last enabled administrator, or the user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It is your own account or the last enabled administrator. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    activateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deactivateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The payment provider failed and nothing was changed. If it did cancel, the account becomes a demo account within minutes. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has a subscription but payments are no longer set up, or a service is unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    makeAdministrator: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The password is too short or too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listUserErrors: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    leaveAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are the only owner. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not a member of this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This is the only owner. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All members after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"][];
                };
            };
            /** @description The role is missing or unknown. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not a member of this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This is the only owner. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    transferOwnership: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All members after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDto"][];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not a member of this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listMyAccounts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session now works on the account. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are not a member of this account, or it is disabled. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getMyAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not a member of this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyAlerts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A label or a time is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not a member of this account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The email address or the role is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This person is a member already. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Invitation not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openInvitation: {
        parameters: {
            query?: {
                /** @description From the link. */
                token?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account's name, and how to join. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired, or was used or revoked. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationDto"];
                "application/x-www-form-urlencoded": components["schemas"]["AcceptInvitationDto"];
            };
        };
        responses: {
            /** @description Joined. Forms are redirected to the account. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description For forms: redirects to the account. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is invalid, or the link has expired or was used or revoked. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    joinWithPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinDto"];
                "application/x-www-form-urlencoded": components["schemas"]["JoinDto"];
            };
        };
        responses: {
            /** @description If the invitation was not sent by email: what to do next. Forms get a page to sign in. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpResultDto"];
                };
            };
            /** @description Joined. The response sets the session cookie. Forms are redirected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description For forms: redirects to the account. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field is invalid, or the link has expired or was used or revoked. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The request comes from another site, or passwords are turned off here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The address has an account, and the invitation was sent by email. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listAgents: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    matchAgent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All agents after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDto"][];
                };
            };
            /** @description A field is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no such agent or member. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    setMyPicture: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The picture is larger than 2 MB or has too many pixels. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not a PNG, JPEG or WebP picture. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    removeMyPicture: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getPicture: {
        parameters: {
            query?: {
                /** @description Ignored. It changes with the picture. */
                v?: unknown;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The cached copy is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no uploaded picture, or is not a member of your account. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listUsersWithTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A field is missing, unknown or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, not during impersonation, and with a sign-in of the last 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    deleteToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, and not during impersonation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Token not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startImpersonation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, not during impersonation, and with a sign-in of the last 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It is your own account. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getImpersonationStatus: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    stopImpersonation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    recordUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1 to 255 visible ASCII characters, unique to each record. Repeating a request with the same key returns the same record. */
                "Idempotency-Key"?: string;
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostedUsageDto"];
            };
        };
        responses: {
            /** @description The record; the existing one if it was sent before. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecordDto"];
                };
            };
            /** @description A field or the Idempotency-Key is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The Idempotency-Key was used for another usage record. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getMyUsage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has just been deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getSystemUsage: {
        parameters: {
            query?: {
                /** @description UTC days to look back, including today: 1 to 3650, or all for all time. */
                days?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getUsageAnalytics: {
        parameters: {
            query?: {
                /** @description UTC days to look back, including today. */
                days?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getDailyUsage: {
        parameters: {
            query?: {
                /** @description UTC days to look back, including today. */
                days?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every requested day, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyUsageDto"][];
                };
            };
            /** @description The number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getUserUsage: {
        parameters: {
            query?: {
                /** @description UTC days to look back, including today. */
                days?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    previewWeeklyLetter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    previewWeeklyLetterPage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    testWeeklyLetter: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It will be sent in a moment. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WeeklyLetterTestDto"];
                };
            };
            /** @description You have no email address. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or you are impersonating another user. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is turned off. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Email is not set up. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getHappiness: {
        parameters: {
            query?: {
                /** @description The first day, in the account's time zone. 30 days up to the last one by default. */
                from?: string;
                /** @description The last day. Today by default. At most 366 days after the first one. */
                to?: string;
                /** @description How the trend is grouped. Weeks start on Monday. */
                by?: "day" | "week" | "month";
                /** @description Only calls of this direction. */
                direction?: "inbound" | "outbound";
                /** @description Only calls of this agent. If the agent is matched to a member, calls of all agents matched to that member. */
                agent?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A day or filter is invalid, the days are in the wrong order, or they are too many. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportHappiness: {
        parameters: {
            query?: {
                /** @description The first day, in the account's time zone. 30 days up to the last one by default. */
                from?: string;
                /** @description The last day. Today by default. At most 366 days after the first one. */
                to?: string;
                /** @description How the trend is grouped. Weeks start on Monday. */
                by?: "day" | "week" | "month";
                /** @description Only calls of this direction. */
                direction?: "inbound" | "outbound";
                /** @description Only calls of this agent. If the agent is matched to a member, calls of all agents matched to that member. */
                agent?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A day or filter is invalid, the days are in the wrong order, or they are too many. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getGuideline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    saveGuideline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The text or a rule is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Another version is in force by now. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listGuidelineVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    restoreGuideline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A version is missing or invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such version. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Another version is in force by now. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    backTestGuideline: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The text or a rule is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
                /** @description Text in the description, the name or email of the actor, or the network address. */
                search?: string;
                /** @description Entries by this user, about them, and about the accounts they own. */
                userId?: string;
                /** @description The ID of the last entry of the previous page. */
                after?: string;
                /** @description Number of entries, newest first. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
                /** @description Text in the description, the name or email of the actor, or the network address. */
                search?: string;
                /** @description Entries by this user, about them, and about the accounts they own. */
                userId?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listMyActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
                /** @description Text in the description, the name or email of the actor, or the network address. */
                search?: string;
                /** @description The ID of the last entry of the previous page. */
                after?: string;
                /** @description Number of entries, newest first. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportMyActivity: {
        parameters: {
            query?: {
                action?: "User created" | "User updated" | "User deleted" | "User activated" | "User deactivated" | "User promoted" | "Token generated" | "Token deleted" | "Tokens revoked" | "Impersonation started" | "Impersonation stopped" | "Settings updated" | "Guideline updated" | "Password updated" | "Connection tested" | "Signed in" | "Signed out" | "Sign-in refused" | "Identity confirmed" | "Sign-in factor added" | "Sign-in factor removed" | "Recovery codes created" | "Access restored" | "Call uploaded" | "Call reprocessed" | "Speakers swapped" | "Call updated" | "Transcript updated" | "Label corrected" | "Label correction undone" | "Words updated" | "Words requested" | "Link created" | "Link revoked" | "Demo call uploaded" | "Delivery sent again" | "Contact message received" | "Contact message updated" | "Mail unsubscribed" | "Mail subscribed again" | "Alert address confirmed" | "Alert address declined" | "Subscription cancelled" | "Subscription updated" | "Checkout started" | "Billing portal opened" | "Billing paused" | "Billing resumed" | "Deactivation failed" | "Payment event failed" | "Usage report failed" | "Member invited" | "Invitation revoked" | "Member joined" | "Member updated" | "Member removed" | "Ownership transferred" | "Agent updated" | "Customer updated" | "Customers merged" | "Customer split" | "Call deleted" | "Call restored" | "Customer erased" | "Export started" | "Export downloaded" | "Export canceled" | "Export deleted";
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
                /** @description Text in the description, the name or email of the actor, or the network address. */
                search?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners and managers only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                kind?: "sign_in" | "sign_out" | "access_refused" | "token_refused" | "rights_changed" | "credentials_changed" | "throttled";
                outcome?: "succeeded" | "refused";
                /** @description Events by this user, about them, and about the accounts they own. Also accepts the ID of a deleted user. */
                userId?: string;
                /** @description Same as userId, for all users with this text in their name or email, and attempts to sign in with exactly this email address if no user has it. */
                user?: string;
                /** @description A network address or its beginning. */
                address?: string;
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description Number of events, newest first. */
                limit?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    exportSecurityEvents: {
        parameters: {
            query?: {
                kind?: "sign_in" | "sign_out" | "access_refused" | "token_refused" | "rights_changed" | "credentials_changed" | "throttled";
                outcome?: "succeeded" | "refused";
                /** @description Events by this user, about them, and about the accounts they own. Also accepts the ID of a deleted user. */
                userId?: string;
                /** @description Same as userId, for all users with this text in their name or email, and attempts to sign in with exactly this email address if no user has it. */
                user?: string;
                /** @description A network address or its beginning. */
                address?: string;
                /** @description On or after this date in the time zone of your account, or this time, in ISO 8601. */
                from?: string;
                /** @description Up to the end of this date, or before this time. */
                to?: string;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a header row. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search timed out. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description A service is unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getMySettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMySettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeMySettingsDto"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description A field is invalid, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Changing the webhook requires a sign-in of the last 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyRetention: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRetentionDto"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description A field is invalid, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Owners only; fewer days also require a sign-in of the last 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyEmailAddresses: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailAddressesDto"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description An entry is invalid, none was sent, or the list would be too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    askMyEmailAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskAddressDto"];
            };
        };
        responses: {
            /** @description The email will be sent. Links in earlier ones keep working. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The address is not waiting for a confirmation, or has declined. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyEmailLabels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailLabelsDto"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description A label is unknown, or the address is not on the list. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeMyVocabulary: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeVocabularyDto"];
            };
        };
        responses: {
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description An entry is invalid, none was sent, or the list would be too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    renewWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Your sign-in is older than 15 minutes. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getAccountSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getSettingsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeSettingsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description A field is invalid, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeEmailAddressesOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description An entry is invalid, none was sent, or the list would be too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    askEmailAddressOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The email will be sent. Links in earlier ones keep working. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The address is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only, or the account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The address is not waiting for a confirmation, or the user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeEmailLabelsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description A label is unknown, or the address is not on the list. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    changeVocabularyOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description All settings after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsDto"];
                };
            };
            /** @description An entry is invalid, none was sent, or the list would be too long. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    previewMyRetention: {
        parameters: {
            query?: {
                /** @description Days to keep recordings. If omitted, none are counted. */
                recordingsRetentionDays?: number;
                /** @description Days to keep transcripts. If omitted, none are counted. */
                transcriptsRetentionDays?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    previewRetentionOfUser: {
        parameters: {
            query?: {
                /** @description Days to keep recordings. If omitted, none are counted. */
                recordingsRetentionDays?: number;
                /** @description Days to keep transcripts. If omitted, none are counted. */
                transcriptsRetentionDays?: number;
            };
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description A number of days is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listMyConnections: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
            path: {
                channel: "servicetitan" | "slack" | "teams" | "google_chat" | "email" | "webhook";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sent, failed or still waiting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestDto"];
                };
            };
            /** @description A required setting is missing; the message says which. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Unknown channel. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account does not have the add-on, or a test message was just sent. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The channel is not set up, or the service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    listConnectionsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Administrators only. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description User not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The user has no account of their own. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
                    "application/json": components["schemas"]["ProfileDto"];
                };
            };
            /** @description Not signed in, and no valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Account not found, or it belongs to someone else. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openAlertAddressLink: {
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
            /** @description Whether the address gets alerts, with buttons to change it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link has expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or its account was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    respondToAlertAddressLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertResponseDto"];
                "application/x-www-form-urlencoded": components["schemas"]["AlertResponseDto"];
            };
        };
        responses: {
            /** @description Done. Repeating it changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The response is neither confirm nor decline. The link has expired. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or its account was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The body is neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    startCheckout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description The plan or the add-ons are invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account already has a subscription. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The payment provider failed or rejected the request. Try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up (billing_not_configured), or the service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description The session_id is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Checkout not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The payment provider failed or rejected the request. Try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up (billing_not_configured), or the service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    getSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    openBillingPortal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the expected account. Refused when the session belongs to another account.
                 * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
                 */
                "X-Account-Id"?: string;
            };
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
            /** @description Not signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has never subscribed. Or the session belongs to another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The payment provider failed or rejected the request. Try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up (billing_not_configured), or the service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header: {
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedEventDto"];
                };
            };
            /** @description The signature is missing, invalid or too old, or the body isn't a Stripe event. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The event is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up (billing_not_configured), or the service is temporarily unavailable. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
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
            /** @description Whether the address is subscribed, with a button to change it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscriptionDto"];
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or its account was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["UnsubscribeFormDto"];
            };
        };
        responses: {
            /** @description Done. Repeating it changes nothing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscriptionDto"];
                    "text/html": string;
                };
            };
            /** @description The request comes from another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                    "text/html": string;
                };
            };
            /** @description The link is invalid, or its account was deleted. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                    "text/html": string;
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                    "text/html": string;
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
    sendMcpMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessageDto"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpResponseDto"];
                };
            };
            /** @description The body is not a message of the protocol. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpErrorDto"] | components["schemas"]["ProblemDto"];
                };
            };
            /** @description No valid token. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or the request comes from a page of another site. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The message is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The message is not sent as JSON. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The service is temporarily unavailable. Try again in a moment. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
        };
    };
}
