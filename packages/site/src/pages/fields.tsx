import { gstStates } from '@greenroom/contract/gst-state'
import type { Contact } from '../visitor.ts'

/** A labelled text field. */
export function TextField({
  name,
  label,
  value,
  type = 'text',
  isRequired = true,
  autoComplete,
  maxLength,
}: {
  name: string
  label: string
  value?: string | undefined
  type?: 'text' | 'email' | 'tel' | 'datetime-local'
  isRequired?: boolean
  autoComplete?: string
  maxLength?: number
}) {
  return (
    <label>
      {isRequired ? label : `${label} (optional)`}
      <input
        name={name}
        type={type}
        defaultValue={value}
        required={isRequired}
        autoComplete={autoComplete}
        maxLength={maxLength}
      />
    </label>
  )
}

/** Who buys, books or writes. */
export function ContactFields({ contact }: { contact: Contact | null }) {
  return (
    <div className="fields">
      <TextField
        name="first_name"
        label="First name"
        value={contact?.firstName}
        autoComplete="given-name"
        maxLength={100}
      />
      <TextField
        name="last_name"
        label="Last name"
        value={contact?.lastName}
        autoComplete="family-name"
        maxLength={100}
      />
      <TextField
        name="email"
        label="E-mail"
        type="email"
        value={contact?.email}
        autoComplete="email"
        maxLength={254}
      />
      <TextField
        name="phone"
        label="Phone"
        type="tel"
        value={contact?.phone}
        autoComplete="tel"
        maxLength={40}
      />
    </div>
  )
}

/** Where a buyer lives, which decides the tax on the invoice. */
export function BillingFields() {
  return (
    <div className="fields">
      <label>
        State
        <select name="billing_state" required defaultValue="">
          <option value="" disabled>
            Choose your State
          </option>
          {gstStates.map(({ code, name }) => (
            <option key={code} value={name}>
              {name}
            </option>
          ))}
          <option value="abroad">I live outside India</option>
        </select>
      </label>
      <TextField name="gstin" label="GSTIN" isRequired={false} maxLength={15} />
    </div>
  )
}
