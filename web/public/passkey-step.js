/* global document, navigator, fetch, location, atob, btoa, window, AbortController, setTimeout, clearTimeout */
// Signs in with a passkey on pages rendered by the API: as the second step (api/src/auth/sign-in/second-step-page.ts)
// or instead of a password (sign-in-page.ts). A separate file because the content security policy forbids inline
// scripts. `PublicKeyCredential.toJSON` is too new to rely on.
(() => {
  const CANCELED = "Your passkey wasn't used: the request was canceled or took too long. Try again.";
  const UNREACHABLE = "Couldn't connect. Check your connection and try again.";
  const UNSUPPORTED = 'This browser cannot use passkeys here. Use another way.';
  // Options expire after five minutes, but people may keep the page open longer.
  const RENEWAL_MS = 240_000;

  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const [first] = document.forms;
  const form = document.querySelector('form[data-passkey]') ?? first;
  const button = form.querySelector('button');
  const replacesPassword = form !== first;

  const explain = (message) => {
    const alert = document.getElementById('error') ?? document.createElement('p');
    alert.id = 'error';
    alert.className = 'alert';
    alert.setAttribute('role', 'alert');
    alert.textContent = message;
    first.before(alert);
  };

  const send = (credential) => {
    const { clientDataJSON, authenticatorData, signature, userHandle } = credential.response;
    form.elements.credential.value = JSON.stringify({
      id: credential.id,
      rawId: text(credential.rawId),
      type: credential.type,
      clientExtensionResults: {},
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: userHandle && text(userHandle),
      },
    });
    form.submit();
  };

  const throwExplained = (message) => {
    throw Object.assign(new Error(message), { isExplained: true });
  };
  const throwUnreachable = () => throwExplained(UNREACHABLE);

  // Browsers allow only one passkey request at a time.
  let waiting = new AbortController();

  const ask = async (mediation) => {
    const { signal } = waiting;
    const response = await fetch(`${form.action}/options`, { method: 'POST' }).catch(throwUnreachable);
    // The sign-in has expired. Reloading starts over.
    if (response.status === 400 && !replacesPassword) return location.reload();
    const { options, message } = await response.json().catch(throwUnreachable);
    if (!response.ok) throwExplained(message);
    send(
      await navigator.credentials.get({
        mediation,
        signal,
        publicKey: {
          ...options,
          challenge: bytes(options.challenge),
          allowCredentials: options.allowCredentials.map((each) => ({ ...each, id: bytes(each.id) })),
        },
      }),
    );
  };

  // Lets the browser offer passkeys below the email field, until one is chosen or the button is used.
  const offer = async () => {
    if (!(await window.PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const current = new AbortController();
    waiting = current;
    let isOver = false;
    const renewal = setTimeout(() => {
      isOver = true;
      current.abort();
    }, RENEWAL_MS);
    await ask('conditional').catch(() => undefined); // the form and the button are still there
    clearTimeout(renewal);
    if (isOver) await offer();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!navigator.credentials) return explain(UNSUPPORTED);
    button.disabled = true;
    waiting.abort();
    waiting = new AbortController();
    ask('optional').catch((error) => {
      explain(error.isExplained ? error.message : CANCELED);
      button.disabled = false;
      button.focus();
      if (replacesPassword) void offer();
    });
  });

  if (replacesPassword && window.PublicKeyCredential) {
    form.hidden = false;
    void offer();
  }
})();
