import { Button, Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRowFocus } from '../../../shared/record/record-form/use-row-focus.ts'
import { ChoiceSelect } from '../../../ui/choice-select.tsx'
import { Field, FormField } from '../../../ui/form-field.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { linkTypeChoices, type MasterclassFormValues, newLinkRow } from './masterclass-form-values.ts'
import classes from './masterclass-wizard.module.css'

interface JoiningStepProps {
  form: UseFormReturnType<MasterclassFormValues>
  /** Types of the stored links, which are offered even if they are not listed. */
  storedTypes: readonly string[]
}

/** Step 3: the community links, all optional (MC-25, LIM-07, OQ-031). */
export function MasterclassJoiningStep({ form, storedTypes }: JoiningStepProps) {
  const { rows, add, focusField } = useRowFocus<HTMLDivElement>()
  const { links } = form.values

  const addLink = () => {
    form.insertListItem('links', newLinkRow())
    focusField(`links.${links.length}.name`)
  }
  const removeLink = (place: number) => {
    form.removeListItem('links', place)
    add.current?.focus()
  }

  return (
    <FormSection title="Community links" hint="Where people meet before and after. Shown on the card.">
      <div ref={rows} className={classes.links}>
        {links.map((link, place) => (
          <fieldset key={link.key} className={classes.link}>
            <legend className="gr-unseen">Community link {place + 1}</legend>
            <Field
              as={ChoiceSelect}
              form={form}
              path={`links.${place}.name`}
              label="Type"
              placeholder="Choose a type"
              required
              data={linkTypeChoices(link.name === null ? storedTypes : [...storedTypes, link.name])}
            />
            <TextField
              form={form}
              path={`links.${place}.url`}
              label="URL"
              required
              type="url"
              inputMode="url"
              placeholder="https://"
            />
            <div className={classes.linkEnd}>
              <Switch
                label="Active"
                {...form.getInputProps(`links.${place}.is_active`, { type: 'checkbox' })}
              />
              <IconButton
                label={`Remove community link ${place + 1}`}
                icon={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => removeLink(place)}
              />
            </div>
          </fieldset>
        ))}
      </div>
      {form.errors.links && (
        <p className="gr-fine gr-danger" role="alert">
          {form.errors.links}
        </p>
      )}
      <FormField path="links">
        <Button
          ref={add}
          variant="default"
          size="md"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={addLink}
        >
          Add link
        </Button>
      </FormField>
    </FormSection>
  )
}
