import { type FormErrors, useForm } from '@mantine/form'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { isSame } from '../../shared/edit-conflict/merge-edits.ts'
import { focusFirstField } from '../../ui/form-field.tsx'
import { useAppSchemes } from './app-schemes.ts'
import type { ShortlinkForm } from './shortlink-fields.tsx'
import { formPathOf, type ShortlinkFormValues, shortlinkErrors } from './shortlink-form-values.ts'

/** A form that begins with the given values. */
export function useShortlinkForm(initialValues: () => ShortlinkFormValues): ShortlinkForm {
  const appSchemes = useAppSchemes()
  const [begun] = useState(initialValues)
  return useForm<ShortlinkFormValues>({
    initialValues: begun,
    validate: (values) => shortlinkErrors(values, false, appSchemes),
    validateInputOnBlur: true,
  })
}

/** Tells whether two forms hold the same, whatever their rows are called. */
export function holdsSame(one: ShortlinkFormValues, other: ShortlinkFormValues): boolean {
  const plain = ({ params, ...rest }: ShortlinkFormValues) => ({
    ...rest,
    params: params.map(({ name, value }) => [name, value]),
  })
  return isSame(plain(one), plain(other))
}

/**
 * Marks refused fields and moves the focus to the first of them.
 * @param screen what holds the fields
 * @returns judge, which gives whether the form can be sent; mend, which takes a failure of the server and gives its words
 * that no field shows
 */
export function useShortlinkErrors(form: ShortlinkForm, screen: RefObject<HTMLElement | null>) {
  const appSchemes = useAppSchemes()
  // Fields to focus once their errors are drawn.
  const [wanted, setWanted] = useState<readonly string[]>()
  useLayoutEffect(() => {
    if (!wanted) return
    if (screen.current) focusFirstField(screen.current, wanted)
    setWanted(undefined)
  }, [wanted, screen])
  const show = (errors: FormErrors) => {
    form.setErrors(errors)
    setWanted(Object.keys(errors))
  }
  return {
    judge(): boolean {
      const errors = shortlinkErrors(form.getValues(), true, appSchemes)
      show(errors)
      return Object.keys(errors).length === 0
    },
    mend(reason: unknown): string | null {
      if (!(reason instanceof ApiError)) return null
      const errors: Record<string, string> = {}
      const others: string[] = []
      for (const { path, message } of reason.errors) {
        const field = formPathOf(path, form.getValues())
        if (field) errors[field] ??= message
        else others.push(message)
      }
      // A code that is taken is refused by it (OQ-099).
      if (reason.code === 'DUPLICATE' && reason.errors.length === 0) errors.shortCode = reason.message
      show(errors)
      return others.length === 0 ? null : others.join(' ')
    },
  }
}
