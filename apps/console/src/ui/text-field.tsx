import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Field } from './form-field.tsx'

/** One line of text in a form, bound to the field at `path`. */
export function TextField(props: Omit<ComponentProps<typeof Field<typeof TextInput>>, 'as'>) {
  return <Field as={TextInput} autoComplete="off" {...props} />
}
