import { TextInput, type TextInputProps } from '@mantine/core'
import { FormField } from './form-field.tsx'

interface TextFieldProps extends Omit<TextInputProps, 'form'> {
  form: { getInputProps: (path: string) => object }
  path: string
}

/** One line of text in a form, bound to the field at `path`. */
export function TextField({ form, path, ...props }: TextFieldProps) {
  return (
    <FormField path={path}>
      <TextInput autoComplete="off" {...props} {...form.getInputProps(path)} />
    </FormField>
  )
}
