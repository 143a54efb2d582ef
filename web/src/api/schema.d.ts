// Made by `npm run openapi` from the routes of the API.

export interface paths {
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
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
        /** Who is signed in */
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
        /** Sign in: leads to the sign-in provider, or shows our own page */
        get: operations["openSignIn"];
        put?: never;
        /** Sign in with e-mail address and password */
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
        /** The same as GET /api/login */
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
        /** The page for e-mail and password, whether there is a provider or not */
        get: operations["openLocalSignIn"];
        put?: never;
        /** The same as POST /api/login */
        post: operations["signInLocally"];
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
        /** Sign out, for browsers: also at the sign-in provider */
        get: operations["openSignOut"];
        put?: never;
        /** Sign out here; the session at the sign-in provider goes on */
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
        /** The way back from the sign-in provider */
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
        /** What the sign-in button says */
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
        /** Change your own password; your other sessions end */
        post: operations["changeMyPassword"];
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
        /** Whether the process answers */
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
        /** Whether calls can be taken in and processed */
        get: operations["getReadiness"];
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
        /** Stores, queue, workers and engines, as they are now */
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
         * Hand in a call
         * @description Send the recording as a file, or the address to fetch it from. Handing in the same call again, under the same Idempotency-Key or with the same externalId, gives the call that is already there.
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
        /** State and result of a call */
        get: operations["getCall"];
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
         * The latest calls
         * @description The latest 10, those that are still under way included.
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
    "/api/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's calls
         * @description The call that was handed in last comes first. The parameters together narrow the list.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Upload a call
         * @description Send the recording as a file, or the address to fetch it from. The same call again, under the same Idempotency-Key or with the same externalId, gives the call that is already there.
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
         * The account's calls as CSV
         * @description For spreadsheets: UTF-8, times in UTC. Takes the filters of the list and gives at most the latest 50,000 of the calls. A cell that a spreadsheet would take for a formula starts with an apostrophe.
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
         * State and result of a call
         * @description Everything but its words, which have an address of their own.
         */
        get: operations["getOwnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Process a call again
         * @description For a call that has ended. Its result stays until the new one is there, and for good when there is none. It is not billed again, and nobody is alerted again.
         */
        post: operations["reprocessCall"];
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
         * The transcript of a call
         * @description As JSON; with Accept: text/plain or format=text as a file to save.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
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
        /** The recording of a call */
        get: operations["getCallAudio"];
        put?: never;
        post?: never;
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
        /** The messages about a call */
        get: operations["listDeliveries"];
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
         * @description For a message that has come to an end, sent or not, or that waits for its next try. What kept it from being sent is looked at again.
         */
        post: operations["resendDelivery"];
        delete?: never;
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
         * @description For demo accounts, which have five uploads. Waits up to 25 s for the result; when it takes longer, says where to ask for it.
         */
        post: operations["uploadDemo"];
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
        /** State and result of a demo */
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
        /** How many demo uploads are used and left */
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
         * Write to support
         * @description Open to visitors. The answer goes to the e-mail address given.
         */
        post: operations["sendContactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All users, the newest first */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description The person signs in with the password. The account starts as a demo account; activate it to open the whole product.
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
         * @description Changes exactly the fields that are sent. Disabling a user ends the sessions, and pauses billing until the user is enabled; an administrator who becomes a plain user stops being one at once.
         */
        put: operations["updateUser"];
        post?: never;
        /**
         * Delete a user
         * @description With calls, transcripts, recordings, usage, settings and tokens. A running subscription is cancelled first.
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
         * Open the whole product to a demo account
         * @description Its usage months count from now on.
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
         * @description Its subscription is cancelled at once and its bearer tokens are deleted. The person can still sign in.
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
         * @description Signs the user out everywhere; for your own password, everywhere else.
         */
        post: operations["setUserPassword"];
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
        /** All users with their tokens, the newest first */
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
        /** The tokens of a user, the newest first */
        get: operations["listTokens"];
        put?: never;
        /**
         * Generate a token
         * @description The answer is the only place where the token is ever shown.
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
         * @description It stops working within 30 seconds.
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
         * View the account of a user
         * @description From now on the session acts for this user, and reaches no route for administrators but the two that show and stop it.
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
        /** Whether this session views another account */
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
         * Return to the own account
         * @description Does nothing when no other account is viewed.
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
         * @description Counts in the totals and towards the monthly limit, and is charged as the minutes of calls are. Calls that are processed here record their usage themselves: do not post it again.
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
        /** Your usage in the current usage month */
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
        /** Usage of all accounts together */
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
        /** Accounts with minutes or calls, those with the most minutes first */
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
        /** Usage of all accounts together, day by day */
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
        /** Usage of one account, with its days */
        get: operations["getUserUsage"];
        put?: never;
        post?: never;
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
        /** The newest entries of the activity log */
        get: operations["listActivity"];
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
        /** One's own settings */
        get: operations["getMySettings"];
        /**
         * Change one's own settings
         * @description Send the fields to change, usually one; all others stay as they are. Null or an empty text clears a text or a secret.
         */
        put: operations["changeMySettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Make a new signing secret
         * @description It signs callbacks and webhooks from now on; the one before no longer does.
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
        /** Settings of the account */
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
        /** Settings of any account */
        get: operations["getSettingsOfUser"];
        /**
         * Change settings of any account
         * @description As for one's own account; beyond that, administrators set add-ons and higher limits.
         */
        put: operations["changeSettingsOfUser"];
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
         * How one's connections are
         * @description Every channel: whether it is connected, when a message arrived last, what has gone wrong since.
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
         * @description Sends a message that says that it is a test (for ServiceTitan, asks without writing anything) and waits up to 25 s for what comes of it. Who asks while a test of the channel is under way gets the outcome of that one.
         */
        post: operations["testConnection"];
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
         * Profile and switches of the account
         * @description The account that the token or the session belongs to; administrators may ask for any.
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
    "/api/public/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Name, contact and limits of this installation */
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
         * @description Answers with the page of the payment provider to go to.
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
         * Whom a subscription is confirmed to
         * @description For the page that people come back to. It only tells; the subscription itself does not depend on it.
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
         * What the account subscribes to
         * @description As the payment provider last reported it, usually some seconds ago.
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
         * @description Answers with a page of the payment provider: invoices, how to pay, and cancelling. The address is for this person alone and lasts some minutes.
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
         * For the payment provider alone
         * @description Takes events that are signed with STRIPE_WEBHOOK_SECRET and not older than five minutes. The same event again changes nothing.
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
         * The page of the link in a mail
         * @description Changes nothing: programs that look through mails open links, too.
         */
        get: operations["openUnsubscribe"];
        put?: never;
        /**
         * Unsubscribe, or undo it
         * @description One click in a mail program is enough (RFC 8058). Every body but a form with `action=subscribe` unsubscribes.
         */
        post: operations["unsubscribe"];
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
             * @description Null when the sign-in provider gives none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /** @example https://images.example.com/dana.png */
            profileImageUrl: string | null;
            /** @example Reyes HVAC */
            company: string | null;
            /**
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * Format: date-time
             * @description Without a subscription, usage months count from here.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
            /**
             * Format: date-time
             * @example 2026-03-30T09:00:00.000Z
             */
            createdAt: string;
            /**
             * @description Whether a password is set, which can then be changed.
             * @example true
             */
            hasPassword: boolean;
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
             * @description Stable; programs switch on it.
             * @example VALIDATION_FAILED
             */
            code: string;
            /**
             * @description A sentence to act on.
             * @example direction: This must be inbound or outbound.
             */
            message: string;
            /** @description By field, when fields are at fault. */
            errors?: components["schemas"]["FieldErrorDto"][];
            /**
             * @description Names this request in our logs.
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
             * @description For the form: the page of the web app to go to. Any other address counts as /.
             * @example /calls
             */
            returnTo?: string;
        };
        SignInProviderDto: {
            /**
             * @description For the button: Sign in with {name}.
             * @example Replit
             */
            name: string;
            /**
             * @description Whether GET /api/login leads to a sign-in provider or to our own page.
             * @example oidc
             * @enum {string}
             */
            kind: "oidc" | "local";
            /**
             * @description The page for people with a password.
             * @example /api/login/local
             */
            localUrl: string;
        };
        MyPasswordDto: {
            /**
             * Format: password
             * @description The one so far; needed when one is set.
             * @example correct horse battery staple
             */
            currentPassword?: string;
            /**
             * Format: password
             * @example four quiet copper kettles
             */
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
             * @description Where recordings lie.
             * @example up
             * @enum {string}
             */
            storage: "up" | "down";
            /**
             * @description Down: calls are taken in and run once it is back.
             * @example up
             * @enum {string}
             */
            redis: "up" | "down";
        };
        FleetDto: {
            /**
             * @description Workers that are alive.
             * @example 2
             */
            count: number;
            /**
             * @description Calls they can run at once.
             * @example 4
             */
            slots: number;
        };
        EnginesDto: {
            /**
             * @description Of the workers that are alive.
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
             * @description degraded: calls are taken in but wait. unavailable: calls cannot be taken in; the status is then 503.
             * @example ok
             * @enum {string}
             */
            status: "ok" | "degraded" | "unavailable";
            stores: components["schemas"]["StoresDto"];
            workers: components["schemas"]["FleetDto"];
            engines: components["schemas"]["EnginesDto"];
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
             * @description Of one question; null when there was no answer.
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
             * @description Calls that wait for a free slot.
             * @example 3
             */
            queued: number;
            /**
             * @description Calls on their way to a worker.
             * @example 1
             */
            released: number;
            /** @example 4 */
            running: number;
            /**
             * @description How long the call that has waited longest is due; 0 when none is.
             * @example 12
             */
            oldestQueuedAgeSeconds: number;
            /**
             * @description Notes, alerts and callbacks that are not delivered yet.
             * @example 0
             */
            deliveriesPending: number;
        };
        WorkerHealthDto: {
            /** @example worker-1 */
            host: string;
            /**
             * @description Calls it can run at once.
             * @example 4
             */
            slots: number;
            /**
             * @description Engine that transcribes.
             * @example pocketsphinx
             */
            transcription: string;
            /**
             * @description Engine that analyses.
             * @example local
             */
            analysis: string;
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
             * @description In words for people.
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
             * @description degraded: calls are taken in but wait. down: calls cannot be taken in.
             * @example operational
             * @enum {string}
             */
            status: "operational" | "degraded" | "down";
            api: components["schemas"]["ApiHealthDto"];
            database: components["schemas"]["TimedStoreHealthDto"];
            redis: components["schemas"]["TimedStoreHealthDto"];
            /** @description Where recordings lie. */
            storage: components["schemas"]["StoreHealthDto"];
            /** @description Null when the database does not answer. */
            queue: components["schemas"]["QueueHealthDto"] | null;
            /** @description Those that are alive. */
            workers: components["schemas"]["WorkerHealthDto"][];
            engines: components["schemas"]["EnginesDto"];
            /** @description The same for people: API Status, Database, Processing. */
            rows: components["schemas"]["HealthRowDto"][];
            /**
             * Format: date-time
             * @example 2026-03-31T14:05:00.000Z
             */
            checkedAt: string;
        };
        CallDetailsDto: {
            /**
             * @description Your own id of the call. The same id gives the same call back. Defaults to leadCallId.
             * @example call-4711
             */
            externalId?: string;
            /**
             * @description Id of the lead call in the field-service platform.
             * @example 98765432
             */
            leadCallId?: string;
            /**
             * @description Who called whom. Without it neither the switch nor the minimum length of a direction applies.
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
             * @description Id of the job in the field-service platform.
             * @example 1204
             */
            jobId?: string;
            /**
             * @description Id of the customer in the field-service platform.
             * @example 880
             */
            customerId?: string;
            /**
             * Format: date-time
             * @description When the call took place, in ISO 8601; UTC when it names no zone.
             * @example 2026-03-31T14:05:00Z
             */
            startedAt?: string;
            /**
             * Format: uri
             * @description Public https address that gets the result when the call is done.
             * @example https://n8n.example.com/webhook/ringwell
             */
            callbackUrl?: string;
            /**
             * Format: uri
             * @description Public https address the recording is fetched from, instead of a file in the request.
             * @example https://recordings.example.com/call-4711.mp3
             */
            recordingUrl?: string;
        };
        CallLinksDto: {
            /**
             * @description Where state and result are.
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
            /** @example This file cannot be read as a recording. */
            message: string;
        };
        FollowUpDto: {
            /**
             * @description Whether the company still has to do something.
             * @example true
             */
            needed: boolean;
            /** @example Call back with a price for the compressor. */
            what?: string;
        };
        EvidenceDto: {
            /**
             * @description What is claimed: a label, or a sentence of the summary.
             * @example Positive
             */
            claim: string;
            /**
             * @description Index into the segments of the transcript.
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
             * @description Words that were said there.
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
        CallResultDto: {
            /**
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @description The sentiment as people read it.
             * @example Positive
             * @enum {string}
             */
            label: "Positive" | "Neutral" | "Negative";
            /**
             * @description 0 to 1: of calls with this confidence, about that share is labelled rightly.
             * @example 0.93
             */
            confidence: number;
            /**
             * @description Two to four sentences.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string;
            /**
             * @example [
             *       "Air conditioner blows warm air",
             *       "Visit on Tuesday at 9"
             *     ]
             */
            keyPoints: string[];
            /**
             * @description Why the call was made.
             * @example The air conditioner blows warm air.
             */
            reason: string;
            /**
             * @description How things stood at the end.
             * @example A visit is booked.
             */
            outcome: string;
            followUp: components["schemas"]["FollowUpDto"];
            evidence: components["schemas"]["EvidenceDto"][];
            /** @description The mood over the course of the call. */
            course: components["schemas"]["MoodSpanDto"][];
        };
        TranscriptSegmentDto: {
            /**
             * @description unknown when the recording does not tell the speakers apart.
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
             * @description 0 to 1, when the engine gives one.
             * @example 0.82
             */
            confidence?: number;
        };
        CallTranscriptDto: {
            /**
             * @description The engine that made it.
             * @example openai:whisper-1
             */
            engine: string;
            /**
             * @description What to know about transcripts of this engine, if anything.
             * @example null
             */
            engineNote: string | null;
            /**
             * @description BCP 47.
             * @example en
             */
            language: string;
            segments: components["schemas"]["TranscriptSegmentDto"][];
        };
        CallEnginesDto: {
            /** @example pocketsphinx */
            transcription: string;
            /** @example local */
            analysis: string;
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
            /** @example 1204 */
            jobId: string | null;
            /** @example 880 */
            customerId: string | null;
            /**
             * Format: date-time
             * @description When the call took place, as the sender said.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was handed in.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Runs so far, the current one included.
             * @example 1
             */
            attempts: number;
            /**
             * @description Why the call was not processed, when it is skipped.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description The same as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description What went wrong in the last run, if anything. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Once completed. It stays while the call is processed again, and when that fails. */
            result: components["schemas"]["CallResultDto"] | null;
            /** @description That of the result. */
            transcript: components["schemas"]["CallTranscriptDto"] | null;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description From the start of the work to its end.
             * @example 6.4
             */
            processingSeconds: number | null;
            /**
             * @description Minutes the call counts for; null until it is completed.
             * @example 1.57
             */
            usageMinutes: number | null;
            /** @description What made the result. */
            engines: components["schemas"]["CallEnginesDto"] | null;
        };
        CallPartyDto: {
            /** @example Dana Reyes */
            name: string | null;
            /** @example +15551234567 */
            phone: string | null;
        };
        RecentCallMetadataDto: {
            /** @description The other side of the call: who called, or who was called. */
            ldsData: components["schemas"]["CallPartyDto"];
        };
        RecordedCallDto: {
            /**
             * @description The note as text; its first line says who called.
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
             * @description Id of the lead call in the field-service platform.
             * @example 98765432
             */
            leadCallId: number | null;
            /**
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
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
             * Format: date-time
             * @description When the call took place, as the sender said.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was handed in. Lists are in this order.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description Once completed. It stays while the call is processed again, and when that fails.
             * @example positive
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description The sentiment as people read it.
             * @example Positive
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | null;
            /**
             * @description In one line, with the sentiment.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string | null;
            /**
             * @description Why the call was not processed, when it is skipped.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description The same as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description What went wrong in the last run, if anything. */
            error: components["schemas"]["CallErrorDto"] | null;
            /**
             * Format: date-time
             * @description When its minutes were recorded; when it was handed in, until then.
             * @example 2026-03-31T14:12:41.300Z
             */
            recordedAt: string;
            /**
             * @description Minutes the call counts for; 0 until it is completed.
             * @example 1.57
             */
            minutes: number;
            metadata: components["schemas"]["RecentCallMetadataDto"];
            /** @description What was recorded of the call, once completed. It stays as the result does. */
            callData: components["schemas"]["RecordedCallDto"] | null;
        };
        CallSummaryDto: {
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
             * Format: date-time
             * @description When the call took place, as the sender said.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was handed in. Lists are in this order.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description Once completed. It stays while the call is processed again, and when that fails.
             * @example positive
             * @enum {string|null}
             */
            sentiment: "positive" | "neutral" | "negative" | null;
            /**
             * @description The sentiment as people read it.
             * @example Positive
             * @enum {string|null}
             */
            label: "Positive" | "Neutral" | "Negative" | null;
            /**
             * @description In one line, with the sentiment.
             * @example Dana Reyes called about an air conditioner that blows warm air. A visit is booked for Tuesday.
             */
            summary: string | null;
            /**
             * @description Why the call was not processed, when it is skipped.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description The same as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description What went wrong in the last run, if anything. */
            error: components["schemas"]["CallErrorDto"] | null;
        };
        CallPageDto: {
            items: components["schemas"]["CallSummaryDto"][];
            /**
             * @description Ask for the calls behind these with it; null at the end.
             * @example MTc3NDk2NjM1MTEyMDAwMC43ZTdhMmMxZS02YTNmLTRkMGItOWE2MC0wYjVjM2IyZDlmMTA
             */
            nextCursor: string | null;
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
             * @description The recording, when there is one.
             * @example /api/calls/7e7a2c1e-6a3f-4d0b-9a60-0b5c3b2d9f10/audio
             */
            audio: string | null;
            /**
             * @description The words, when there is a result.
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
            /** @example 1204 */
            jobId: string | null;
            /** @example 880 */
            customerId: string | null;
            /**
             * Format: date-time
             * @description When the call took place, as the sender said.
             * @example 2026-03-31T14:05:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When the call was handed in.
             * @example 2026-03-31T14:12:31.120Z
             */
            receivedAt: string;
            /**
             * @description Runs so far, the current one included.
             * @example 1
             */
            attempts: number;
            /**
             * @description Why the call was not processed, when it is skipped.
             * @example null
             * @enum {string|null}
             */
            skipReason: "account_inactive" | "direction_disabled" | "too_short" | "minute_limit" | "no_speech" | "no_recording" | null;
            /**
             * @description The same as a sentence.
             * @example null
             */
            skipMessage: string | null;
            /** @description What went wrong in the last run, if anything. */
            error: components["schemas"]["CallErrorDto"] | null;
            /** @description Once completed. It stays while the call is processed again, and when that fails. */
            result: components["schemas"]["CallResultDto"] | null;
            /**
             * @description Length of the recording.
             * @example 94.2
             */
            durationSeconds: number | null;
            /**
             * @description From the start of the work to its end.
             * @example 6.4
             */
            processingSeconds: number | null;
            /**
             * @description Minutes the call counts for; null until it is completed.
             * @example 1.57
             */
            usageMinutes: number | null;
            /** @description What made the result. */
            engines: components["schemas"]["CallEnginesDto"] | null;
            /**
             * @description 1, and one more each time the call was processed again.
             * @example 1
             */
            runNumber: number;
            /**
             * @description The run that brought the result: an earlier one while the call is processed again, or when that failed. Null without a result.
             * @example 1
             */
            resultRunNumber: number | null;
            /**
             * @description Whether there is a recording to listen to.
             * @example true
             */
            hasRecording: boolean;
            /**
             * Format: date-time
             * @description When the recording was removed because it was too old to be kept.
             * @example null
             */
            recordingExpiredAt: string | null;
            /**
             * Format: date-time
             * @description The same for the transcript. Summary and label stay.
             * @example null
             */
            transcriptExpiredAt: string | null;
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
             * @description The channel (0 or 1) the customer is heard on, when each side has its own.
             * @example 1
             */
            customerChannel: number | null;
            /** @description Where and when the result was recorded, when there is one. */
            record: components["schemas"]["CallRecordDto"] | null;
            links: components["schemas"]["FullCallLinksDto"];
        };
        TranscriptDto: {
            /**
             * @description The engine that made it.
             * @example openai:whisper-1
             */
            engine: string;
            /**
             * @description What to know about transcripts of this engine, if anything.
             * @example null
             */
            engineNote: string | null;
            /**
             * @description BCP 47.
             * @example en
             */
            language: string;
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
             * @description The segments as plain text, one a line.
             * @example Agent: Cedar Creek, how can I help?
             *     Customer: Hi, my air conditioner is blowing warm air.
             */
            text: string;
        };
        DeliveryErrorDto: {
            /** @example OUTBOUND_NOT_FOUND */
            code: string;
            /** @example The address answered 404: there is nothing there. Check it. */
            message: string;
        };
        DeliveryTryDto: {
            /**
             * @description From 1.
             * @example 1
             */
            attempt: number;
            /**
             * @description The state the try ended in.
             * @example sent
             * @enum {string}
             */
            outcome: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /** @description What went wrong, if anything. */
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
             * @description An address or the name of a channel.
             * @example #happy-customers
             */
            destination: string;
            /**
             * @description Which run of the call it tells of.
             * @example 1
             */
            runNumber: number;
            /**
             * @description sent, failed, dead and suppressed are final. Suppressed was not sent, for the reason in lastError; unknown means that it may have arrived.
             * @example sent
             * @enum {string}
             */
            state: "pending" | "sending" | "sent" | "retry" | "unknown" | "verifying" | "failed" | "dead" | "suppressed";
            /**
             * @description Tries so far.
             * @example 1
             */
            attempts: number;
            /** @description What went wrong in the last try, if anything. */
            lastError: components["schemas"]["DeliveryErrorDto"] | null;
            /**
             * @description The far side's own id of the message.
             * @example 1774966362.000200
             */
            providerRef: string | null;
            /**
             * Format: date-time
             * @description When it is due, while it waits.
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
            /** @description Every try, the first one first. */
            tries: components["schemas"]["DeliveryTryDto"][];
        };
        DemoAnalysisDto: {
            /**
             * @description Length of the recording in seconds.
             * @example 41.6
             */
            duration: number;
            /**
             * @description How happy the customer is as the call ends.
             * @example positive
             * @enum {string}
             */
            sentiment: "positive" | "neutral" | "negative";
            /**
             * @description The words, one line for each turn.
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
             * @description From 0 to 1: of calls labelled with this confidence, about that share is labelled rightly.
             * @example 0.93
             */
            confidence: number;
            /**
             * @description Seconds from the start of the work to its end.
             * @example 6.4
             */
            processingTime: number;
            /**
             * @description What to know of the engine that wrote the transcript, if anything.
             * @example null
             */
            engineNote: string | null;
        };
        DemoResultDto: {
            analysis: components["schemas"]["DemoAnalysisDto"];
            /**
             * @description The same as a note, as it would be written for a job.
             * @example Call From: Unknown
             *     Customer Happiness: Positive
             *
             *     The company confirmed the visit on Tuesday.
             */
            content: string;
        };
        DemoAnswerDto: {
            /** @example Your call has been analysed. */
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
             * @description Where state and result are.
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
            /** @example Your call is still being analysed. The result will be here in a moment. */
            message: string;
            job: components["schemas"]["DemoPendingJobDto"];
        };
        DemoErrorDto: {
            /**
             * @description Stable; programs switch on it.
             * @example NO_SPEECH
             */
            code: string;
            /**
             * @description A sentence for people.
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
             * @description The step it is at.
             * @example finished
             * @enum {string}
             */
            progress: "queued" | "transcribing" | "analysing" | "finished";
            /** @description When completed. */
            result: components["schemas"]["DemoResultDto"] | null;
            /** @description When it ended without a result. */
            error: components["schemas"]["DemoErrorDto"] | null;
        };
        DemoUsageDto: {
            /**
             * @description Uploads so far; those that came to nothing do not count.
             * @example 2
             */
            count: number;
            /**
             * @description Uploads that a demo account has.
             * @example 5
             */
            limit: number;
            /**
             * @description Uploads that are left.
             * @example 3
             */
            remaining: number;
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
             * @description A trap: people do not see this field. A message that fills it in is thrown away.
             * @example
             */
            website?: string;
        };
        ContactAnswerDto: {
            /** @example Thank you for your message. We will get back to you soon. */
            message: string;
        };
        UserDto: {
            /**
             * Format: uuid
             * @example 5f0c2a8e-7a2b-4d55-9a3e-0d6f1b7c9e21
             */
            id: string;
            /**
             * @description Null when the sign-in provider gives none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /** @example https://images.example.com/dana.png */
            profileImageUrl: string | null;
            /** @example Reyes HVAC */
            company: string | null;
            /**
             * @description demo: may try some uploads. active: has the full product.
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * @description False: neither the person nor a bearer token of the account gets in.
             * @example true
             */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Without a subscription, usage months count from here.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
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
             * @description Whether the person can sign in with a password.
             * @example true
             */
            hasPassword: boolean;
            /**
             * @description Of a subscriber; null without a subscription. paused: the account is disabled, and nothing is charged. pausing, resuming and canceling: the payment provider is being told, usually for some seconds.
             * @example charged
             * @enum {string|null}
             */
            billing: "charged" | "pausing" | "paused" | "resuming" | "canceling" | null;
        };
        CreateUserDto: {
            /**
             * Format: email
             * @description Capital and small letters count as the same.
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
             * @description Null or empty takes it away.
             * @example Robin
             */
            firstName?: string | null;
            /**
             * @description Null or empty takes it away.
             * @example Reyes
             */
            lastName?: string | null;
            /**
             * Format: email
             * @example robin.reyes@reyes-hvac.example
             */
            email?: string;
            /**
             * @description Null or empty takes it away.
             * @example Reyes HVAC
             */
            company?: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role?: "user" | "admin";
            /**
             * @description False keeps the person and the bearer tokens of the account out, at once.
             * @example true
             */
            isActive?: boolean;
        };
        SetPasswordDto: {
            /** @example cool-all-summer-long */
            password: string;
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
             * @description The beginning that all tokens have, and the last four characters.
             * @example rw_••••••••4f2c
             */
            maskedToken: string;
            /**
             * @description Whether it is switched on.
             * @example true
             */
            isActive: boolean;
            /**
             * @description Whether its time is over.
             * @example false
             */
            isExpired: boolean;
            /**
             * Format: date-time
             * @description Exact to a minute.
             * @example 2026-03-31T14:05:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description Null when it does not expire.
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
             * @description Null when the sign-in provider gives none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
            /** @example Dana */
            firstName: string | null;
            /** @example Reyes */
            lastName: string | null;
            /**
             * @example user
             * @enum {string}
             */
            role: "user" | "admin";
            /**
             * @description Only active accounts can have tokens made.
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * @description False: no token of the account can be used.
             * @example true
             */
            isActive: boolean;
            /** @description The newest first. */
            tokens: components["schemas"]["TokenDto"][];
        };
        CreateTokenDto: {
            /** @example API Token for n8n */
            name: string;
            /**
             * Format: date-time
             * @description In ISO 8601; UTC when it names no zone. Left out, the token does not expire.
             * @example 2099-12-31T23:00:00.000Z
             */
            expiresAt?: string | null;
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
             * @description Keep it: it cannot be shown again.
             * @example rw_wQ2nq9c0V5m1t8Zb7yKx3LrD6sPjF4hGuA_eTiN4f2c
             */
            token: string;
            /**
             * Format: date-time
             * @description Null when it does not expire.
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
             * @description Null when the sign-in provider gives none.
             * @example dana@reyes-hvac.example
             */
            email: string | null;
        };
        ImpersonatingAdministratorDto: {
            /**
             * @description Null when the sign-in provider gives none.
             * @example admin@ringwell.local
             */
            email: string | null;
        };
        ImpersonationStatusDto: {
            /** @example true */
            isImpersonating: boolean;
            /** @description Whose account is viewed; null outside of impersonation. */
            impersonatedUser: components["schemas"]["ImpersonatedUserDto"] | null;
            /** @description Who views it; null outside of impersonation. */
            admin: components["schemas"]["ImpersonatingAdministratorDto"] | null;
        };
        PostedUsageDto: {
            /**
             * @description Kept to two decimals.
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
             * @description What used it: api, n8n, manual or another word.
             * @example n8n
             */
            source: string;
            /**
             * @description Whatever helps you to recognise it later; at most 16 kB.
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
             * @description Minutes of processed calls, and those that clients posted.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, some seconds late, and what clients posted.
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
             * @description When the current usage month began. With a subscription: the start of the billing period, to the second. Without one: 00:00 UTC on the day of the month the account was activated.
             * @example 2026-02-28T00:00:00.000Z
             */
            periodStartsAt: string;
            /**
             * Format: date-time
             * @description When the next one begins, and the totals with it.
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
             * @description Minutes of processed calls, and those that clients posted.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, some seconds late, and what clients posted.
             * @example 1860
             */
            totalApiCalls: number;
            /**
             * @description Processed calls.
             * @example 131
             */
            totalCalls: number;
            /**
             * @description All there are, whatever the days asked for.
             * @example 42
             */
            totalUsers: number;
            /**
             * @description Those of status active that are not switched off.
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
             * @description In minutes, of processed calls; 0 when there are none.
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
             * @description Minutes of processed calls, and those that clients posted.
             * @example 412.75
             */
            totalMinutes: number;
            /** @example 131 */
            totalInstanceRuns: number;
            /**
             * @description Requests with a bearer token, some seconds late, and what clients posted.
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
            /** @description Every day asked for, the oldest first. */
            daily: components["schemas"]["DailyUsageDto"][];
        };
        ActivityDto: {
            /**
             * Format: uuid
             * @example 9b1f6a53-0c35-4a57-8a53-7d9f2b6c4e10
             */
            id: string;
            /** @example User created */
            action: string;
            /**
             * @description The badge: New, Update, Removed or Action.
             * @example new
             * @enum {string}
             */
            kind: "new" | "update" | "removed" | "action";
            /** @example admin@example.com created the user dana@reyes-hvac.example. */
            description: string;
            /**
             * Format: date-time
             * @description The same as createdAt.
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
             * @description Who acted; null for visitors, and for users who are deleted by now.
             * @example 2f6b0c9e-1d47-4a0b-8f53-5a7c9e2d1b34
             */
            userId: string | null;
            /** @example Alex Kim */
            userName: string | null;
            /** @example admin@example.com */
            userEmail: string | null;
            /**
             * @description Ids of what it is about.
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
        SettingsDto: {
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
             * @description The master switch. Off: new calls are accepted and skipped.
             * @example true
             */
            active: boolean;
            /** @example true */
            slackEnabled: boolean;
            /**
             * @description Id or #name.
             * @example #calls
             */
            slackChannel: string | null;
            /**
             * @description Masked.
             * @example ••••••••ghij
             */
            slackBotToken: string | null;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            slackPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            slackNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            slackNegativeSentiment: boolean;
            /** @example false */
            teamsEnabled: boolean;
            /** @example Dispatch */
            teamsTeamName: string | null;
            /**
             * @description Masked.
             * @example ••••••••5f6a
             */
            teamsWebhookUrl: string | null;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            teamsPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            teamsNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            teamsNegativeSentiment: boolean;
            /** @example false */
            googleChatEnabled: boolean;
            /**
             * @description Masked.
             * @example ••••••••=def
             */
            googleChatWebhookUrl: string | null;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            googleChatPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            googleChatNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            googleChatNegativeSentiment: boolean;
            /** @example true */
            emailEnabled: boolean;
            /**
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress: string[];
            /**
             * @description Whether positive calls are told of.
             * @example false
             */
            emailPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example false
             */
            emailNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            emailNegativeSentiment: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled: boolean;
            /**
             * @description Minutes a month after which calls are skipped.
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
             * @description Minutes from the first start of a call until it is given up.
             * @example 30
             */
            processingTimeoutMinutes: number;
            /**
             * @description Calls that are processed at once.
             * @example 5
             */
            maxConcurrentWorkflows: number;
            /**
             * @description Told of every finished call. Masked.
             * @example ••••••••well
             */
            webhookUrl: string | null;
            /**
             * @description Signs callbacks and webhooks. Masked.
             * @example ••••••••KYo=
             */
            webhookSecret: string | null;
            /** @example 987654321 */
            serviceTitanTenant: string | null;
            /** @example cid.a1b2c3 */
            serviceTitanClientId: string | null;
            /**
             * @description Masked.
             * @example ••••••••g7h8
             */
            serviceTitanClientSecret: string | null;
            /**
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment: "production" | "integration";
            /**
             * @description Where the note of a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are fetched from ServiceTitan.
             * @example false
             */
            serviceTitanPollingEnabled: boolean;
            /**
             * Format: date-time
             * @description When that was done last.
             * @example 2026-03-31T14:05:00.000Z
             */
            lastPolledAt: string | null;
            /**
             * @description Read only.
             * @example sub_1a2b3c
             */
            stripeSubscriptionId: string | null;
            /**
             * @description Read only.
             * @example cus_1a2b3c
             */
            stripeCustomerId: string | null;
            /**
             * @description Bought beside the base plan. Only administrators change it by hand.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
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
             * @description The master switch. Off: new calls are accepted and skipped.
             * @example true
             */
            active?: boolean;
            /** @example true */
            slackEnabled?: boolean;
            /**
             * @description Id or #name.
             * @example #calls
             */
            slackChannel?: string | null;
            /**
             * @description Bot token of the Slack app.
             * @example xoxb-1234567890-abcdefghij
             */
            slackBotToken?: string | null;
            /** @example true */
            slackPositiveSentiment?: boolean;
            /** @example true */
            slackNeutralSentiment?: boolean;
            /** @example true */
            slackNegativeSentiment?: boolean;
            /** @example false */
            teamsEnabled?: boolean;
            /**
             * @description For people; nothing depends on it.
             * @example Dispatch
             */
            teamsTeamName?: string | null;
            /**
             * Format: uri
             * @description Address of a workflow that posts to the channel.
             * @example https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sig=e5f6
             */
            teamsWebhookUrl?: string | null;
            /** @example true */
            teamsPositiveSentiment?: boolean;
            /** @example true */
            teamsNeutralSentiment?: boolean;
            /** @example true */
            teamsNegativeSentiment?: boolean;
            /** @example false */
            googleChatEnabled?: boolean;
            /**
             * Format: uri
             * @description Address of the webhook of a space.
             * @example https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def
             */
            googleChatWebhookUrl?: string | null;
            /** @example true */
            googleChatPositiveSentiment?: boolean;
            /** @example true */
            googleChatNeutralSentiment?: boolean;
            /** @example true */
            googleChatNegativeSentiment?: boolean;
            /** @example true */
            emailEnabled?: boolean;
            /**
             * @description Who gets the mails; kept in lower case, each once.
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress?: string[];
            /** @example false */
            emailPositiveSentiment?: boolean;
            /** @example false */
            emailNeutralSentiment?: boolean;
            /** @example true */
            emailNegativeSentiment?: boolean;
            /** @example true */
            usageLimitEnabled?: boolean;
            /**
             * @description Minutes a month after which calls are skipped, when usageLimitEnabled.
             * @example 3000
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
             * @description Minutes from the first start of a call until it is given up.
             * @example 30
             */
            processingTimeoutMinutes?: number;
            /**
             * Format: uri
             * @description Public https address that is told of every finished call.
             * @example https://hooks.example.com/ringwell
             */
            webhookUrl?: string | null;
            /**
             * @description Signs callbacks and webhooks (Standard Webhooks). Without one they are not signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret?: string | null;
            /**
             * @description Tenant id at ServiceTitan.
             * @example 987654321
             */
            serviceTitanTenant?: string | null;
            /**
             * @description Client id of this tenant at ServiceTitan.
             * @example cid.a1b2c3
             */
            serviceTitanClientId?: string | null;
            /**
             * @description Client secret of this tenant at ServiceTitan.
             * @example cs1.a1b2c3d4e5f6g7h8
             */
            serviceTitanClientSecret?: string | null;
            /**
             * @description integration is for trying things out.
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /**
             * @description Where the note of a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are fetched from ServiceTitan.
             * @example true
             */
            serviceTitanPollingEnabled?: boolean;
            /**
             * @description Calls that are processed at once. An administrator may set up to 100.
             * @example 5
             */
            maxConcurrentWorkflows?: number;
        };
        WebhookSecretDto: {
            /**
             * @description Keep it: from now on it is only shown masked.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret: string;
        };
        ChangeAccountSettingsDto: {
            /**
             * @description The master switch. Off: new calls are accepted and skipped.
             * @example true
             */
            active?: boolean;
            /** @example true */
            slackEnabled?: boolean;
            /**
             * @description Id or #name.
             * @example #calls
             */
            slackChannel?: string | null;
            /**
             * @description Bot token of the Slack app.
             * @example xoxb-1234567890-abcdefghij
             */
            slackBotToken?: string | null;
            /** @example true */
            slackPositiveSentiment?: boolean;
            /** @example true */
            slackNeutralSentiment?: boolean;
            /** @example true */
            slackNegativeSentiment?: boolean;
            /** @example false */
            teamsEnabled?: boolean;
            /**
             * @description For people; nothing depends on it.
             * @example Dispatch
             */
            teamsTeamName?: string | null;
            /**
             * Format: uri
             * @description Address of a workflow that posts to the channel.
             * @example https://a1b2.03.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/c3d4/triggers/manual/paths/invoke?api-version=1&sig=e5f6
             */
            teamsWebhookUrl?: string | null;
            /** @example true */
            teamsPositiveSentiment?: boolean;
            /** @example true */
            teamsNeutralSentiment?: boolean;
            /** @example true */
            teamsNegativeSentiment?: boolean;
            /** @example false */
            googleChatEnabled?: boolean;
            /**
             * Format: uri
             * @description Address of the webhook of a space.
             * @example https://chat.googleapis.com/v1/spaces/AAAA1234/messages?key=abc&token=def
             */
            googleChatWebhookUrl?: string | null;
            /** @example true */
            googleChatPositiveSentiment?: boolean;
            /** @example true */
            googleChatNeutralSentiment?: boolean;
            /** @example true */
            googleChatNegativeSentiment?: boolean;
            /** @example true */
            emailEnabled?: boolean;
            /**
             * @description Who gets the mails; kept in lower case, each once.
             * @example [
             *       "dana@reyes-hvac.example"
             *     ]
             */
            emailAddress?: string[];
            /** @example false */
            emailPositiveSentiment?: boolean;
            /** @example false */
            emailNeutralSentiment?: boolean;
            /** @example true */
            emailNegativeSentiment?: boolean;
            /** @example true */
            usageLimitEnabled?: boolean;
            /**
             * @description Minutes a month after which calls are skipped, when usageLimitEnabled.
             * @example 3000
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
             * @description Minutes from the first start of a call until it is given up.
             * @example 30
             */
            processingTimeoutMinutes?: number;
            /**
             * Format: uri
             * @description Public https address that is told of every finished call.
             * @example https://hooks.example.com/ringwell
             */
            webhookUrl?: string | null;
            /**
             * @description Signs callbacks and webhooks (Standard Webhooks). Without one they are not signed.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
             */
            webhookSecret?: string | null;
            /**
             * @description Tenant id at ServiceTitan.
             * @example 987654321
             */
            serviceTitanTenant?: string | null;
            /**
             * @description Client id of this tenant at ServiceTitan.
             * @example cid.a1b2c3
             */
            serviceTitanClientId?: string | null;
            /**
             * @description Client secret of this tenant at ServiceTitan.
             * @example cs1.a1b2c3d4e5f6g7h8
             */
            serviceTitanClientSecret?: string | null;
            /**
             * @description integration is for trying things out.
             * @example production
             * @enum {string}
             */
            serviceTitanEnvironment?: "production" | "integration";
            /**
             * @description Where the note of a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget?: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are fetched from ServiceTitan.
             * @example true
             */
            serviceTitanPollingEnabled?: boolean;
            /**
             * @description Calls that are processed at once.
             * @example 10
             */
            maxConcurrentWorkflows?: number;
            /**
             * @description Chats that were bought beside the base plan.
             * @example [
             *       "slack"
             *     ]
             */
            addOns?: ("slack" | "teams" | "googleChat")[];
        };
        ConnectionUnavailableDto: {
            /**
             * @description ADD_ON_MISSING can be helped by buying the add-on; the others only by whoever runs the installation.
             * @example ADD_ON_MISSING
             */
            code: string;
            /** @example Team chat is an add-on that this account does not have. With it, recaps go to Slack, Microsoft Teams and Google Chat. */
            message: string;
        };
        ConnectionErrorDto: {
            /** @example SLACK_TOKEN_REVOKED */
            code: string;
            /**
             * @description What happened, and what to do.
             * @example Slack says that the bot token was revoked. Enter a new one.
             */
            message: string;
            /**
             * @description The place that it happened at.
             * @example #calls
             */
            destination: string;
            /**
             * @description Whether somebody has to do something; else it is tried again.
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
             * @description Whether all is entered that the channel needs.
             * @example true
             */
            isConnected: boolean;
            /**
             * @description What is still to be entered, as a sentence.
             * @example null
             */
            missing: string | null;
            /**
             * @description Where messages go: addresses, or the name of a channel.
             * @example [
             *       "#calls"
             *     ]
             */
            destinations: string[];
            /** @description Why nothing is sent on the channel, whatever is entered. */
            unavailable: components["schemas"]["ConnectionUnavailableDto"] | null;
            /**
             * Format: date-time
             * @description When a message arrived last.
             * @example 2026-03-31T14:12:42.310Z
             */
            lastSuccessAt: string | null;
            /** @description The latest fault at a place that has had no success since. */
            error: components["schemas"]["ConnectionErrorDto"] | null;
            /**
             * Format: date-time
             * @description After many faults in a row nothing is sent before.
             * @example null
             */
            pausedUntil: string | null;
            /**
             * @description Addresses among the destinations that have unsubscribed and get no mail.
             * @example []
             */
            unsubscribed: string[];
        };
        TestErrorDto: {
            /** @example SLACK_CHANNEL_NOT_FOUND */
            code: string;
            /** @example Slack knows no channel of this name. Check it in the settings. */
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
             * @description failed when it failed at one place at least; waiting when nobody knows yet.
             * @example sent
             * @enum {string}
             */
            outcome: "sent" | "failed" | "waiting";
            /**
             * @description The outcome as a sentence.
             * @example A test message is on its way to #calls. Look for it there.
             */
            message: string;
            /** @description By place. */
            results: components["schemas"]["TestResultDto"][];
        };
        ProfileSettingsDto: {
            /**
             * @description The master switch. Off: new calls are accepted and skipped.
             * @example true
             */
            active: boolean;
            /** @example true */
            slackEnabled: boolean;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            slackPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            slackNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            slackNegativeSentiment: boolean;
            /** @example false */
            teamsEnabled: boolean;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            teamsPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            teamsNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            teamsNegativeSentiment: boolean;
            /** @example false */
            googleChatEnabled: boolean;
            /**
             * @description Whether positive calls are told of.
             * @example true
             */
            googleChatPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example true
             */
            googleChatNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            googleChatNegativeSentiment: boolean;
            /** @example true */
            emailEnabled: boolean;
            /**
             * @description Whether positive calls are told of.
             * @example false
             */
            emailPositiveSentiment: boolean;
            /**
             * @description Whether neutral calls are told of.
             * @example false
             */
            emailNeutralSentiment: boolean;
            /**
             * @description Whether negative calls are told of.
             * @example true
             */
            emailNegativeSentiment: boolean;
            /**
             * @description Whether monthlyMinuteLimit applies.
             * @example false
             */
            usageLimitEnabled: boolean;
            /**
             * @description Minutes a month after which calls are skipped.
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
             * @description Minutes from the first start of a call until it is given up.
             * @example 30
             */
            processingTimeoutMinutes: number;
            /**
             * @description Calls that are processed at once.
             * @example 5
             */
            maxConcurrentWorkflows: number;
            /**
             * @description Where the note of a call is written.
             * @example job_then_customer
             * @enum {string}
             */
            noteTarget: "job" | "customer" | "job_then_customer";
            /**
             * @description Whether new calls are fetched from ServiceTitan.
             * @example false
             */
            serviceTitanPollingEnabled: boolean;
            /**
             * @description Bought beside the base plan. Only administrators change it by hand.
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
             * @description Null when the sign-in provider gives none.
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
             * @description Calls of demo accounts are refused.
             * @example active
             * @enum {string}
             */
            status: "demo" | "active";
            /**
             * @description Whether the person may sign in and use tokens.
             * @example true
             */
            isActive: boolean;
            /**
             * Format: date-time
             * @description Without a subscription, usage months count from here.
             * @example 2026-03-31T14:05:00.000Z
             */
            activatedAt: string | null;
            /**
             * @description Tenant id at ServiceTitan.
             * @example 987654321
             */
            serviceTitanTenant: string | null;
            settings: components["schemas"]["ProfileSettingsDto"];
        };
        PublicConfigDto: {
            /**
             * @description The name people see.
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
             * @description The privacy policy.
             * @example https://ringwell.example/privacy
             */
            privacyUrl: string | null;
            /**
             * Format: uri
             * @description The terms of service.
             * @example https://ringwell.example/terms
             */
            termsUrl: string | null;
            /**
             * @description Whether a plan can be bought here.
             * @example true
             */
            billingEnabled: boolean;
            /**
             * @description Largest recording that can be uploaded, in MB of 1024 × 1024 bytes.
             * @example 50
             */
            maxUploadMb: number;
            /**
             * @description How many recordings a demo account may upload.
             * @example 5
             */
            demoUploadLimit: number;
        };
        StartCheckoutDto: {
            /**
             * @description team is base with chat notifications.
             * @example team
             * @enum {string}
             */
            plan: "base" | "team";
            /**
             * @description The chats of the team plan, at least one; none for base.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
        };
        CheckoutDto: {
            /**
             * Format: uri
             * @description Page of the payment provider; send the browser there.
             * @example https://checkout.stripe.com/c/pay/cs_test_a1b2c3
             */
            url: string;
        };
        CheckoutSessionDto: {
            /**
             * @description Where the confirmation goes; null until the payment is complete.
             * @example dana@reyes-hvac.example
             */
            customer_email: string | null;
        };
        SubscriptionDto: {
            /**
             * @description In Stripe's words: active, trialing, past_due (a payment is due, nothing is taken away yet), unpaid, canceled, incomplete, incomplete_expired or paused. Null without a subscription.
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
             * @description What the account may use beside the base plan.
             * @example [
             *       "slack"
             *     ]
             */
            addOns: ("slack" | "teams" | "googleChat")[];
            /**
             * Format: date-time
             * @description End of the month that is being paid for.
             * @example 2026-12-20T09:30:00.000Z
             */
            currentPeriodEnd: string | null;
            /**
             * @description Whether POST /api/billing/portal leads anywhere.
             * @example true
             */
            canManage: boolean;
        };
        PortalDto: {
            /**
             * Format: uri
             * @description Page of the payment provider; send the browser there.
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
             * @description Whether the address gets mails of the account.
             * @example false
             */
            isSubscribed: boolean;
            /**
             * @description The same as a sentence.
             * @example dana@reyes-hvac.example gets no more mails about calls of Reyes HVAC.
             */
            message: string;
        };
        UnsubscribeFormDto: {
            /**
             * @description One-Click: sent by mail programs (RFC 8058).
             * @example One-Click
             */
            "List-Unsubscribe"?: string;
            /**
             * @description `subscribe` undoes it.
             * @example unsubscribe
             * @enum {string}
             */
            action?: "unsubscribe" | "subscribe";
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
            /** @description The API in OpenAPI 3. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Nobody is signed in. */
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
            /** @description Too many requests in a short time. */
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
                /** @description The page of the web app to go to afterwards. Any other address counts as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page for e-mail and password, when there is no provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To the provider; for somebody who is signed in already, to the page. */
            302: {
                headers: {
                    /** @description Where to. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests in a short time. */
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
            /** @description The sign-in provider answered something that cannot be used. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The sign-in provider or the database cannot be reached. */
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
            /** @description Who has been signed in; the cookie is in the answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description The same for a form: on to the page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something is missing, or there is a field that is not known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description E-mail address or password is not right. */
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
            /** @description Neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                /** @description The page of the web app to go to afterwards. Any other address counts as /. */
                returnTo?: unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page for e-mail and password, when there is no provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To the provider; for somebody who is signed in already, to the page. */
            302: {
                headers: {
                    /** @description Where to. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Too many requests in a short time. */
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
            /** @description The sign-in provider answered something that cannot be used. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The sign-in provider or the database cannot be reached. */
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
                /** @description The page of the web app to go to afterwards. Any other address counts as /. */
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
            /** @description Too many requests in a short time. */
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
            /** @description Who has been signed in; the cookie is in the answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentUserDto"];
                };
            };
            /** @description The same for a form: on to the page. */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something is missing, or there is a field that is not known. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description E-mail address or password is not right. */
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
            /** @description Neither JSON nor a form. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description To the provider, which leads back; else to /. */
            302: {
                headers: {
                    /** @description Where to. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Another site led here. Nobody is signed out. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database cannot be reached. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
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
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                /** @description In place of a code. */
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
            /** @description Signed in; on to the page that was asked for. */
            302: {
                headers: {
                    /** @description Where to. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The sign-in has expired, was used already, or began in another browser. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Cancelled at the provider, or the account is switched off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description There is no provider. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The provider answered something that cannot be used. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The provider or the database cannot be reached. */
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
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The password is changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The new password is too short or too long, or the current one is missing or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description You are viewing another account. */
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
            /** @description The password was changed, or this session ended, at the same moment. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Calls can be taken in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadinessDto"];
                };
            };
            /** @description PostgreSQL or the storage cannot be used. */
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
    getSystemHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Also when something is away: the answer says what. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealthDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away, without which nobody is signed in. */
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
                /** @description 1 to 255 visible ASCII characters, new for each call. Makes it safe to send the request again after a lost answer. */
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
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
                "application/json": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
            };
        };
        responses: {
            /** @description The call is stored and will be processed. */
            202: {
                headers: {
                    /** @description Where state and result are. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
            /** @description A field, the form or the Idempotency-Key is wrong, or there is no recording. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token is missing or cannot be used. */
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
            /** @description The recording is larger than 50 MB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The file is not a recording in a supported format, or the request is neither a form nor JSON. */
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
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description The token is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                /** @description One or several of positive, neutral, negative, with commas between them. */
                sentiment?: string;
                /** @description One or several of received, queued, released, running, completed, skipped, failed, timed_out, with commas between them. */
                state?: string;
                direction?: "inbound" | "outbound";
                /** @description Calls handed in since this day or moment, in ISO 8601; UTC when it names no zone. The time of handing in counts, since every call has one. */
                from?: string;
                /** @description Calls handed in up to the end of this day, or before this moment. */
                to?: string;
                /** @description Text in the transcript, the summary, the customer's name or a number, in upper or lower case. A number is also found by its digits alone. */
                search?: string;
                /** @description The nextCursor of the answer before, for the calls behind it. */
                cursor?: string;
                /** @description Calls in one answer. */
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
            /** @description A parameter is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search takes too long. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                /** @description 1 to 255 visible ASCII characters, new for each call. Makes it safe to send the request again after a lost answer. */
                "Idempotency-Key"?: string;
                /**
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
                "application/json": (components["schemas"]["CallDetailsDto"] & {
                    /**
                     * Format: binary
                     * @description MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC of at most 50 MB.
                     */
                    audio: string;
                }) | (components["schemas"]["CallDetailsDto"] & Record<string, never>);
            };
        };
        responses: {
            /** @description The call is stored and will be processed. */
            202: {
                headers: {
                    /** @description Where state and result are. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
            /** @description A field, the form or the Idempotency-Key is wrong, or there is no recording. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
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
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
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
            /** @description The file is not a recording in a supported format, or the request is neither a form nor JSON. */
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
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description One or several of positive, neutral, negative, with commas between them. */
                sentiment?: string;
                /** @description One or several of received, queued, released, running, completed, skipped, failed, timed_out, with commas between them. */
                state?: string;
                direction?: "inbound" | "outbound";
                /** @description Calls handed in since this day or moment, in ISO 8601; UTC when it names no zone. The time of handing in counts, since every call has one. */
                from?: string;
                /** @description Calls handed in up to the end of this day, or before this moment. */
                to?: string;
                /** @description Text in the transcript, the summary, the customer's name or a number, in upper or lower case. A number is also found by its digits alone. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A table with a line of headings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The search takes too long. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The call is in line. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedCallDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is a demo account, or switched off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The call is being processed, is a demo, or has no recording any more. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                /** @description Goes before the Accept header. text is a file to save. */
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
            /** @description The words of the call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TranscriptDto"];
                    "text/plain": string;
                };
            };
            /** @description There is no such format. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id, or the call no transcript yet, or none any more. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                /** @description The ETag of the copy that is there. */
                "If-None-Match"?: string;
                /** @description One part of the recording. */
                Range?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The part that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The copy that is there is current. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id, or the call has no recording, or none any more. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording is shorter than the part that was asked for. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no call of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The message is due now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDto"];
                };
            };
            /** @description The token or the session is missing or cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no message of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The message is on its way, or the words of its call were removed because of their age. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
                     * @description A file of a type audio/* of at most 50 MB: MP3, WAV, M4A, OGG, FLAC, WebM, AMR or AAC.
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
                    "application/json": components["schemas"]["DemoAnswerDto"];
                };
            };
            /** @description It takes longer. */
            202: {
                headers: {
                    /** @description Where state and result will be. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoPendingDto"];
                };
            };
            /** @description The form is broken, has other fields, or brings no recording. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is no demo account, or its uploads are used up. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
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
            /** @description The file is not audio, by its declared type or by its bytes. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The recording could not be analysed; the message says why. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has no demo of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                    "application/json": components["schemas"]["ContactAnswerDto"];
                };
            };
            /** @description A field is missing or wrong. */
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
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description A field is missing, unknown or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Another user has this e-mail address. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description A field is unknown or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Another user has this e-mail address, or no enabled administrator would be left. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Everything is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description It is your own account, or no enabled administrator would be left. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The subscription could not be cancelled; nothing was deleted. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The subscription cannot be cancelled now; nothing was deleted. */
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
    activateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The payment provider failed. Nothing was changed; if it did cancel after all, the account becomes a demo account within minutes. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has a subscription, but payments are not set up any more; or a store is away. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The password is set. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description A field is missing, unknown or wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is disabled, or a demo account. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The token is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators who view no other account, and not for the account of another administrator. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account is disabled. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
                /** @description 1 to 255 visible ASCII characters, new for each record. Sending the same again under the same key gives the same record. */
                "Idempotency-Key"?: string;
                /**
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The record; the earlier one when it was sent before. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecordDto"];
                };
            };
            /** @description A field or the Idempotency-Key is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in, or the token cannot be used. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
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
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
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
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description UTC days to look back, today included: 1 to 3650, or all for all time. */
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
            /** @description The number of days is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description UTC days to look back, today included. */
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
            /** @description The number of days is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description UTC days to look back, today included. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every day asked for, the oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyUsageDto"][];
                };
            };
            /** @description The number of days is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description UTC days to look back, today included. */
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
            /** @description The number of days is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such user. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                /** @description How many of the newest entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityDto"][];
                };
            };
            /** @description The limit is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Only for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description A field is wrong, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description The token is missing or cannot be used, and nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This is for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no account of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description A field is wrong, or none was sent. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description This is for administrators. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no account of this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The database is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Sent, failed, or still waiting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestDto"];
                };
            };
            /** @description Something is still to be entered; the message says what. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
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
            /** @description There is no such channel. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account does not have the add-on, or a test message was sent a moment ago. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The channel is not set up here, or a store is away. */
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
    getProfile: {
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
                    "application/json": components["schemas"]["ProfileDto"];
                };
            };
            /** @description The token is missing or cannot be used, and nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no account of this id, or it is somebody else's. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
            /** @description Too many requests in a short time. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description The plan or the add-ons are wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has a subscription already. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The payment provider failed, or refuses us; try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up here (billing_not_configured), or a store is away. */
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
                /** @description The id that Stripe put into the address of the success page. */
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
            /** @description The session_id is not one. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description There is no such checkout. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The payment provider failed, or refuses us; try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up here (billing_not_configured), or a store is away. */
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description A store is away; try again in a moment. */
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
                 * @description For sessions: id of the account to change. Refused when the session acts for another one.
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
            /** @description Nobody is signed in. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The account has never subscribed. Or the session acts for another account than X-Account-Id names (ACCOUNT_CHANGED). */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description The payment provider failed, or refuses us; try again later. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Payments are not set up here (billing_not_configured), or a store is away. */
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
            /** @description The signature is missing, wrong or too old, or this is no event. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description The event is larger than any that is asked for. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Payments are not set up here (billing_not_configured), or a store is away. */
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
            /** @description Whether the address gets mails, with a button to change that. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSubscriptionDto"];
                    "text/html": string;
                };
            };
            /** @description The link is not one of ours, or its account is gone. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProblemDto"];
                    "text/html": string;
                };
            };
            /** @description Too many requests in a short time. */
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
            /** @description Done. It may be repeated. */
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
            /** @description The link is not one of ours, or its account is gone. */
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
            /** @description Too many requests in a short time. */
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
}
