/**
 * Returns a typed phone without what copies bring along: invisible marks of direction, wide characters, other dashes and
 * spaces, and "tel:".
 */
export function plainPhone(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(/^ ?tel:/i, '')
    .trim()
}
