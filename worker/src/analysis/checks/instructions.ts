// Verbs that start an instruction to an office. Text that starts with any other word is treated as a statement.
const IMPERATIVE_VERBS = new Set(
  (
    'accept add adjust advise answer apologize apply approve arrange ask assign attach authorize book bring call cancel change charge check ' +
    'clarify clean close collect come complete confirm consider contact correct credit deal decide deliver determine discuss dispatch document double-check drop email ' +
    'ensure escalate estimate expedite explain extend fax file fill find finish fix follow forward get give go handle have help hold honor hook identify inform ' +
    'inspect install investigate invoice issue keep leave let listen locate log look mail make match measure meet move note notify obtain offer open order ' +
    'pass pay phone pick place post prepare price process provide pull put quote reach re-send read reassure recheck record redo refund reimburse release ' +
    'remind remove repair replace reply report request resend reschedule research resolve respond return reverse review ring run schedule send set settle ship ' +
    'share show sign sort speak start stop submit supply swap take talk tell test text thank transfer try turn update verify visit void waive warn work write'
  ).split(' '),
);

/** Whether the text starts like an instruction, such as `Call` or `Please send`. */
export function beginsWithVerb(text: string): boolean {
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^please,? /, '')
    .split(/[\s,;:.]/);
  return IMPERATIVE_VERBS.has(first);
}
