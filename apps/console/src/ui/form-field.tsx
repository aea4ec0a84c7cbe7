import type { ComponentProps, ElementType, ReactNode } from 'react'

/** Marks the place of a field, so that the first refused one can be found and focused, whatever control it has. */
export function FormField({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div data-field={path} className="gr-shrink">
      {children}
    </div>
  )
}

type FieldProps<Control extends ElementType, Props = ComponentProps<Control>> = Omit<
  Props,
  'form' | 'value' | 'checked' | 'onChange'
> & {
  as: Control
  value?: 'value' extends keyof Props ? Props['value'] : never
  onChange?: 'onChange' extends keyof Props ? Props['onChange'] : never
  form: { getInputProps: (path: string, options: { type: 'checkbox' | 'input' }) => object }
  path: string
  /** The line below the control while it has no error. */
  hint?: ReactNode
  /** Whether the value is a boolean: a checkbox or a switch. */
  isCheck?: boolean
}

/** A control of a form, bound to the field at `path`. */
export function Field<Control extends ElementType>({
  as,
  form,
  path,
  hint,
  isCheck = false,
  ...props
}: FieldProps<Control>) {
  const Control: ElementType = as
  const bound: { error?: ReactNode } = form.getInputProps(path, { type: isCheck ? 'checkbox' : 'input' })
  return (
    <FormField path={path}>
      <Control {...bound} description={bound.error ? undefined : hint} {...props} />
    </FormField>
  )
}

/**
 * Focuses the first field on the screen that one of the paths names.
 * @returns whether there is one
 */
export function focusFirstField(screen: HTMLElement, paths: readonly string[]): boolean {
  for (const place of screen.querySelectorAll<HTMLElement>('[data-field]')) {
    if (!paths.includes(place.dataset.field ?? '')) continue
    const control = place.querySelector<HTMLElement>(
      'input:not([type="file"]):not([type="hidden"]), textarea, button',
    )
    if (!control) continue
    control.focus()
    return true
  }
  return false
}
