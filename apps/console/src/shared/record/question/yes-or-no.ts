/** The answers of the two questions for which the specification names them (MC-16, POST-14). */
export const yesOrNo = { confirmLabel: 'Yes', cancelLabel: 'No' } as const
