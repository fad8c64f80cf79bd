-- Earlier versions kept a text that was sent empty, and told of it as of one. As the operator: row security hides every row from
-- the owner of the tables. Nothing changes for a member, so that updated_at stays.
SET ROLE front_desk_operator;
--> statement-breakpoint
UPDATE chain_profiles SET phone = nullif(phone, ''), street = nullif(street, ''), street_number = nullif(street_number, ''),
  zip_code = nullif(zip_code, ''), city = nullif(city, ''), state = nullif(state, ''), country = nullif(country, '')
WHERE '' IN (phone, street, street_number, zip_code, city, state, country);
--> statement-breakpoint
UPDATE memberships SET agreement_number = nullif(agreement_number, ''), membership_sub_type = nullif(membership_sub_type, ''),
  referring_member_id = nullif(referring_member_id, ''), barcode = nullif(barcode, '')
WHERE '' IN (agreement_number, membership_sub_type, referring_member_id, barcode);
--> statement-breakpoint
-- Whole hours of an offset were read the other way round: what was computed of such gyms is computed anew.
UPDATE analytics_computations SET computed_at = NULL WHERE time_zone ~ '^[+-][0-9][0-9]$';
--> statement-breakpoint
RESET ROLE;
