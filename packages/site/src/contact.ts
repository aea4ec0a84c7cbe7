import type { Form } from './site-context.ts'
import type { Contact } from './visitor.ts'

/** Reads who filled in a form. The intake API validates the fields. */
export function contactOf(form: Form): Contact {
  const field = (name: string) => (form[name] ?? '').trim()
  return {
    firstName: field('first_name').slice(0, 100),
    lastName: field('last_name').slice(0, 100),
    email: field('email').slice(0, 254),
    phone: field('phone').slice(0, 40),
  }
}
