"""Web Push: notifications in people's browsers when no page is open."""
