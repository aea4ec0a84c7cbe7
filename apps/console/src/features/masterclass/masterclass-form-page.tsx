/** The form of one masterclass. */
export function MasterclassFormPage({ mode }: { mode: 'create' | 'edit' }) {
  return <p>{mode}</p>
}
