/** +15551234567 → (555) 123-4567; international numbers and other texts are returned unchanged. */
export function formatPhone(phone: string): string {
  const [, area, exchange, line] = /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area === undefined ? phone : `(${area}) ${exchange}-${line}`;
}
