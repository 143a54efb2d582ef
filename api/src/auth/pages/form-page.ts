import { html, joinHtml, type Html } from '@ringwell/platform/html';

import type { PageLink } from './message-page';
import { page } from './page';

export interface FormField {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  hint?: string;
  /** The on-screen keyboard shown on phones. */
  inputMode?: 'numeric';
  maxLength?: number;
  isOptional?: boolean;
}

/** A form error. Without `field`, it applies to the whole form. */
export interface FormFailure {
  message: string;
  field?: string;
}

export interface FormPageOptions {
  productName: string;
  title: string;
  intro?: string;
  failure?: FormFailure;
  action: string;
  hiddenFields?: Record<string, string>;
  fields: readonly FormField[];
  submitLabel: string;
  /** Path to a script that fills in the form. */
  script?: string;
  /** An alternative to the form, shown above the links. */
  shortcut?: Html;
  links?: readonly PageLink[];
}

/** Renders a page with a form. The first field that needs input gets focus. */
export function formPage({
  productName,
  title,
  intro,
  failure,
  action,
  hiddenFields = {},
  fields,
  submitLabel,
  script,
  shortcut,
  links = [],
}: FormPageOptions): string {
  const hasInvalidField = fields.some(({ name }) => name === failure?.field);
  const isInvalid = (name: string): boolean => failure !== undefined && (!hasInvalidField || failure.field === name);
  const focusedField =
    fields.find(({ name }) => name === failure?.field) ??
    fields.find(({ value = '', isOptional }) => value === '' && !isOptional) ??
    fields[0];
  return page({
    productName,
    title,
    main: html`
${intro === undefined ? null : html`<p>${intro}</p>`}
${failure === undefined || hasInvalidField ? null : html`<p class="alert" id="error" role="alert">${failure.message}</p>`}
<form method="post" action="${action}">
${joinHtml(Object.entries(hiddenFields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`))}${joinHtml(
      fields.map((field) =>
        renderInput(field, {
          isInvalid: isInvalid(field.name),
          isFocused: field === focusedField,
          message: hasInvalidField && isInvalid(field.name) ? failure?.message : undefined,
        }),
      ),
    )}<button type="submit"${fields.length === 0 ? html` autofocus` : null}>${submitLabel}</button>
</form>
<script src="/form.js" defer></script>
${script === undefined ? null : html`<script src="${script}" defer></script>\n`}${shortcut ?? null}${joinHtml(links.map(({ href, text }) => html`<a class="button quiet" href="${href}">${text}</a>\n`))}`,
  });
}

function renderInput(
  { name, label, type, value = '', autocomplete, hint, inputMode, maxLength, isOptional }: FormField,
  { isInvalid, isFocused, message }: { isInvalid: boolean; isFocused: boolean; message: string | undefined },
): Html {
  const descriptions = [...(hint === undefined ? [] : [`${name}-hint`]), ...(isInvalid ? ['error'] : [])].join(' ');
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${maxLength === undefined ? null : html` maxlength="${String(maxLength)}"`}${inputMode === undefined ? null : html` inputmode="${inputMode}"`}${isOptional ? null : html` required`}${isInvalid ? html` aria-invalid="true"` : null}${descriptions === '' ? null : html` aria-describedby="${descriptions}"`}${isFocused ? html` autofocus` : null}>
${message === undefined ? null : html`<p class="alert" id="error" role="alert">${message}</p>\n`}${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>
`;
}
