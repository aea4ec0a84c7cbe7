import { FormField } from '../../ui/form-field.tsx'
import { FieldRow, FormSection } from '../../ui/form-section.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SwitchRow } from '../../ui/switch-row.tsx'
import type { EventFormProp } from './event-form-prop.ts'

interface TicketSectionProps extends EventFormProp {
  /** An offline edit shows how many tickets are sold (EVT-27). */
  showsSold: boolean
}

/** How many may come, and who (EVT-26, EVT-27). */
export function TicketSection({ form, showsSold }: TicketSectionProps) {
  const { values } = form
  const showsTotal = !values.is_unlimited_tickets

  // Each of the two numbers is judged against the other, so leaving one speaks about both.
  const judgeBoth = () => {
    form.validateField('total_tickets')
    if (showsSold) form.validateField('total_tickets_sold')
  }
  return (
    <FormSection title="Tickets">
      <FormField path="is_unlimited_tickets">
        <SwitchRow
          label="Unlimited tickets"
          hint="No limit on registrations."
          checked={values.is_unlimited_tickets}
          onChange={(checked) => {
            form.setFieldValue('is_unlimited_tickets', checked)
            form.clearFieldError('total_tickets')
            form.clearFieldError('total_tickets_sold')
          }}
        />
      </FormField>
      {(showsTotal || showsSold) && (
        <FieldRow>
          {showsTotal && (
            <FormField path="total_tickets">
              <NumberField
                label="Total tickets"
                required
                {...form.getInputProps('total_tickets')}
                onBlur={judgeBoth}
              />
            </FormField>
          )}
          {showsSold && (
            <FormField path="total_tickets_sold">
              <NumberField
                label="Total tickets sold"
                {...form.getInputProps('total_tickets_sold')}
                onBlur={judgeBoth}
              />
            </FormField>
          )}
        </FieldRow>
      )}
      <FormField path="sold_out">
        <SwitchRow
          label="Sold out"
          hint="Registration closes, whatever the count."
          checked={values.sold_out}
          onChange={(checked) => form.setFieldValue('sold_out', checked)}
        />
      </FormField>
      <FormField path="member_only">
        <SwitchRow
          label="Members only"
          hint="Only members can register."
          checked={values.member_only}
          onChange={(checked) => form.setFieldValue('member_only', checked)}
        />
      </FormField>
    </FormSection>
  )
}
