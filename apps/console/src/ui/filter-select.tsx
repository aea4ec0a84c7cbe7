import { Select, type SelectProps } from '@mantine/core'

interface FilterSelectProps<Value extends string> extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value | undefined
  /** Gets undefined after Clear. */
  onChange: (value: Value | undefined) => void
}

/** A select that filters a list by one value. Its placeholder says what shows without one. */
export function FilterSelect<Value extends string>({
  label,
  data,
  value,
  onChange,
  ...rest
}: FilterSelectProps<Value>) {
  return (
    <Select
      label={label}
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(data.find((one) => one.value === chosen)?.value)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      maxDropdownHeight={320}
      comboboxProps={{ portalProps: { target: 'main' } }}
      {...rest}
    />
  )
}
