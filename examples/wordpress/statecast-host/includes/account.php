<?php
/**
 * The profile and the avatar.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

/** The largest photo in pixels. Decoding a larger one can exhaust the memory. */
const STATECAST_MAX_PIXELS = 25000000;

/**
 * Registers the calls of the account.
 */
function statecast_register_account_routes() {
	$optional = array( 'required' => false );
	$lengths  = array( 'first_name' => 250, 'last_name' => 250, 'user_email' => 100, 'user_phone' => 40 );
	$lines    = array( 'one' => 200, 'two' => 200, 'city' => 100, 'state' => 100, 'zip' => 20, 'country' => 2 );
	$names    = array_map( fn( $line ) => "mepr-address-$line", array_keys( $lines ) );
	$address  = statecast_texts( array_combine( $names, $lines ), $optional );
	$profile  = statecast_texts( array( 'display_name' => 250 ), $optional + array( 'minLength' => 1 ) )
		+ statecast_texts( $lengths, $optional )
		+ array( 'address' => array( 'type' => 'object', 'properties' => $address, 'additionalProperties' => false ) );
	statecast_route( 'custom-plugin/me', 'PUT', 'statecast_edit_me', $profile );
	statecast_route( 'custom-plugin/erase-request', 'POST', 'statecast_request_erasure', STATECAST_SENDER );
	statecast_route( 'channel/v2/avatar', 'GET', 'statecast_read_avatar', STATECAST_USER_ID );
	statecast_route( 'channel/v2/avatar', 'POST', 'statecast_upload_avatar' );
}

/**
 * PUT custom-plugin/me. Changes the sent fields only.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_edit_me( $request ) {
	$user = wp_get_current_user();
	if ( isset( $request['user_email'] ) ) {
		$refusal = statecast_request_email_change( $user, trim( $request['user_email'] ) );
		if ( $refusal ) {
			return $refusal;
		}
	}
	$names   = wp_array_slice_assoc( $request->get_params(), array( 'display_name', 'first_name', 'last_name' ) );
	$meta    = wp_array_slice_assoc( $request->get_params(), array( 'user_phone' ) ) + (array) $request['address'];
	$changes = map_deep( array( 'meta_input' => $meta ) + $names, 'sanitize_text_field' );
	// It removes slashes, because WordPress adds them to forms.
	$updated = wp_update_user( wp_slash( array( 'ID' => $user->ID ) + $changes ) );
	return is_wp_error( $updated ) ? $updated : statecast_serialize_user( get_userdata( $user->ID ) );
}

/**
 * Sends a link to a new email address. The current one stays until the link is opened in WordPress's own profile page.
 *
 * @param WP_User $user  User.
 * @param string  $email New address.
 * @return WP_Error|null The refusal.
 */
function statecast_request_email_change( $user, $email ) {
	if ( ! is_email( $email ) ) {
		return statecast_error( 'invalid_email', __( 'Please enter a valid email address.', 'statecast-host' ), 400 );
	}
	if ( 0 === strcasecmp( $email, $user->user_email ) ) {
		delete_user_meta( $user->ID, '_new_email' );
		return null;
	}
	if ( email_exists( $email ) ) {
		return statecast_error( 'existing_user_email', __( 'Sorry, that email address is already used!' ), 409 );
	}
	// The function of the profile page, which reads its form.
	$_POST = array( 'user_id' => $user->ID, 'email' => $email );
	send_confirmation_on_profile_email();
	return null;
}

/**
 * POST custom-plugin/erase-request. WordPress sends the link; an administrator erases the data under Tools after it is opened.
 *
 * @return array|WP_Error
 */
function statecast_request_erasure() {
	$user    = wp_get_current_user();
	$running = static function ( $row ) {
		return in_array( $row['status'], array( 'active', 'suspended' ), true );
	};
	if ( array_filter( statecast_rows( 'statecast_subscriptions', $user->ID ), $running ) ) {
		return statecast_error( 'active_subscription', __( 'Cancel your plan before you delete your account.', 'statecast-host' ), 409 );
	}
	$id = wp_create_user_request( $user->user_email, 'remove_personal_data' );
	if ( is_wp_error( $id ) && 'duplicate_request' === $id->get_error_code() ) {
		$query = array( 'post_type' => 'user_request', 'post_name__in' => array( 'remove_personal_data' ), 'title' => $user->user_email );
		$id    = get_posts( $query + array( 'post_status' => 'any', 'fields' => 'ids' ) )[0] ?? $id;
	}
	$sent = is_wp_error( $id ) ? $id : wp_send_user_request( $id );
	return is_wp_error( $sent ) ? $sent : statecast_done( __( 'Confirm the deletion with the link we emailed you.', 'statecast-host' ) );
}

/**
 * GET channel/v2/avatar.
 *
 * @return array
 */
function statecast_read_avatar() {
	return array( 'avatar_url' => (string) get_user_meta( get_current_user_id(), 'statecast_avatar', true ) );
}

/**
 * POST channel/v2/avatar.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_upload_avatar( $request ) {
	$file = $request->get_file_params()['avatar'] ?? array( 'error' => UPLOAD_ERR_NO_FILE );
	if ( UPLOAD_ERR_INI_SIZE === $file['error'] || ( UPLOAD_ERR_OK === $file['error'] && $file['size'] > 2 * MB_IN_BYTES ) ) {
		return statecast_error( 'upload_too_large', __( 'The picture is larger than 2 MB.', 'statecast-host' ), 413 );
	}
	if ( UPLOAD_ERR_OK !== $file['error'] || 0 === $file['size'] ) {
		return statecast_error( 'upload_missing', __( 'No picture was sent.', 'statecast-host' ), 400 );
	}
	$refusal   = statecast_error( 'upload_type_not_allowed', __( 'Only PNG, JPEG and WebP images can be uploaded.', 'statecast-host' ), 415 );
	$size      = getimagesize( $file['tmp_name'] );
	$types     = array( 'image/jpeg' => 'jpg', 'image/png' => 'png', 'image/webp' => 'webp' );
	$extension = $types[ $size['mime'] ?? '' ] ?? null;
	if ( ! $extension || $size[0] * $size[1] > STATECAST_MAX_PIXELS ) {
		return $refusal;
	}
	$editor = wp_get_image_editor( $file['tmp_name'] );
	if ( is_wp_error( $editor ) ) {
		return $refusal;
	}
	$editor->maybe_exif_rotate();
	// Fails for a picture that is smaller already.
	$editor->resize( 512, 512, true );
	// Encoding the picture again removes its metadata, e.g. the place where it was taken.
	$folder  = wp_upload_dir();
	$user_id = get_current_user_id();
	$name    = "avatar-$user_id-" . wp_generate_password( 12, false ) . ".$extension";
	if ( is_wp_error( $editor->save( "{$folder['path']}/$name", $size['mime'] ) ) ) {
		return $refusal;
	}
	update_user_meta( $user_id, 'statecast_avatar', "{$folder['url']}/$name" );
	return statecast_read_avatar();
}
