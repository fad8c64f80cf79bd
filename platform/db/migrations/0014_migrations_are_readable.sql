-- Whether a platform is ready depends on them, and it asks as the role of its requests.
GRANT USAGE ON SCHEMA drizzle TO front_desk_platform;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO front_desk_platform;
