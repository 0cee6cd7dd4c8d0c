<?php
/**
 * Sign-in of a device by a code, as in RFC 8628. A code is a transient; both of its codes are secret.
 *
 * @package Statecast_Host
 */

defined( 'ABSPATH' ) || exit;

const STATECAST_DEVICE_LIFETIME = 600;
const STATECAST_DEVICE_INTERVAL = 5;

/**
 * Registers the calls of a sign-in by a code.
 */
function statecast_register_device_routes() {
	$decision = array( 'decision' => array( 'type' => 'string', 'required' => true, 'enum' => array( 'check', 'approve', 'deny' ) ) );
	$remember = array( 'remember_me' => array( 'default' => '' ) );
	statecast_route( 'custom-plugin/device/code', 'POST', 'statecast_request_device_code', array(), 'statecast_check_xsrf' );
	statecast_route( 'custom-plugin/device/token', 'POST', 'statecast_request_device_token', statecast_texts( array( 'device_code' => 200 ) ) + $remember, 'statecast_check_xsrf' );
	statecast_route( 'custom-plugin/device/approve', 'POST', 'statecast_approve_device', statecast_texts( array( 'user_code' => 100 ) ) + $decision );
}

/**
 * Returns the name of the transient of a user code.
 *
 * @param string $user_code Code in any spelling.
 * @return string
 */
function statecast_device_key( $user_code ) {
	return 'statecast_device_' . preg_replace( '/[^A-Z]/', '', strtoupper( $user_code ) );
}

/**
 * Stores a device for the rest of its lifetime.
 *
 * @param array $device Device.
 */
function statecast_store_device( $device ) {
	set_transient( statecast_device_key( $device['user_code'] ), $device, max( 1, $device['expires'] - time() ) );
}

/**
 * POST custom-plugin/device/code.
 *
 * @param WP_REST_Request $request Request.
 * @return array
 */
function statecast_request_device_code( $request ) {
	$consonants = 'BCDFGHJKLMNPQRSTVWXZ';
	$letters    = implode( '', array_map( fn() => $consonants[ random_int( 0, 19 ) ], range( 1, 8 ) ) );
	$user_code  = substr( $letters, 0, 4 ) . '-' . substr( $letters, 4 );
	$secret     = wp_generate_password( 43, false );
	$session    = statecast_attach_session_information( array( 'ip' => $_SERVER['REMOTE_ADDR'] ?? '' ) );
	statecast_store_device(
		array(
			'user_code' => $user_code,
			'hash'      => hash( 'sha256', $secret ),
			'ip'        => $session['ip'],
			'ua'        => substr( (string) $request->get_header( 'user-agent' ), 0, 400 ),
			'requested' => time(),
			'expires'   => time() + STATECAST_DEVICE_LIFETIME,
			'interval'  => STATECAST_DEVICE_INTERVAL,
			'polled'    => 0,
			'status'    => 'pending',
			'user_id'   => 0,
		)
	);
	$page = statecast_url( '/activate' );
	return array(
		// The device sends both codes back as one.
		'device_code'               => "$letters.$secret",
		'user_code'                 => $user_code,
		'verification_uri'          => $page,
		'verification_uri_complete' => "$page?user_code=$user_code",
		'expires_in'                => STATECAST_DEVICE_LIFETIME,
		'interval'                  => STATECAST_DEVICE_INTERVAL,
	);
}

/**
 * POST custom-plugin/device/token.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_request_device_token( $request ) {
	list( $letters, $secret ) = explode( '.', $request['device_code'], 2 ) + array( '', '' );
	$device = get_transient( statecast_device_key( $letters ) );
	if ( ! $device || 'used' === $device['status'] || ! hash_equals( $device['hash'], hash( 'sha256', $secret ) ) ) {
		return statecast_error( 'expired_token', __( 'The code has expired.', 'statecast-host' ), 400 );
	}
	if ( 'denied' === $device['status'] ) {
		return statecast_error( 'access_denied', __( 'The sign-in was denied.', 'statecast-host' ), 400 );
	}
	if ( 'approved' === $device['status'] ) {
		statecast_store_device( array( 'status' => 'used' ) + $device );
		return statecast_start_session( get_user_by( 'id', $device['user_id'] ), $request['remember_me'] );
	}
	$is_too_soon = time() < $device['polled'] + $device['interval'] - 1;
	$interval    = $device['interval'] + ( $is_too_soon ? 5 : 0 );
	statecast_store_device( array( 'polled' => time(), 'interval' => $interval ) + $device );
	return $is_too_soon
		? statecast_error( 'slow_down', __( 'Please ask less often.', 'statecast-host' ), 400 )
		: statecast_error( 'authorization_pending', __( 'The code has not been approved yet.', 'statecast-host' ), 400 );
}

/**
 * POST custom-plugin/device/approve. The edge limits wrong codes.
 *
 * @param WP_REST_Request $request Request.
 * @return array|WP_Error
 */
function statecast_approve_device( $request ) {
	$device = get_transient( statecast_device_key( $request['user_code'] ) );
	if ( ! $device ) {
		return statecast_error( 'invalid_user_code', __( 'There is no such code.', 'statecast-host' ), 404 );
	}
	$status  = array( 'approve' => 'approved', 'deny' => 'denied' )[ $request['decision'] ] ?? 'pending';
	$user_id = get_current_user_id();
	if ( 'pending' !== $device['status'] && array( $status, $user_id ) !== array( $device['status'], $device['user_id'] ) ) {
		return statecast_error( 'user_code_used', __( 'This code has been used.', 'statecast-host' ), 409 );
	}
	if ( 'check' !== $request['decision'] ) {
		statecast_store_device( array( 'status' => $status, 'user_id' => $user_id ) + $device );
	}
	return array( 'success' => true ) + wp_array_slice_assoc( $device, array( 'user_code', 'ip', 'ua', 'requested' ) );
}
